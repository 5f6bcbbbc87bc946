import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { buildCall, type Sent } from '#test/ingest-portal.ts'
import { callId } from '../../../db/call-id.ts'
import { contentHash } from './content-hash.ts'

const customer = '01a1f8ea-9c61-7fff-aef3-ffe97dfd2021'
const hashOf = (given: Sent = {}) => contentHash(CallInput.parse(buildCall(given)))

describe('the id of a call', () => {
  it('is a GUID of version 8 that only customer, source and external id decide', () => {
    const id = callId(customer, 'twilio', 'CA1')
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(callId(customer, 'twilio', 'CA1')).toBe(id)
    expect(callId(customer, 'twilio', 'CA2')).not.toBe(id)
    expect(callId(customer, 'asterisk', 'CA1')).not.toBe(id)
  })

  it('never changes: stored calls are found by it', () => {
    expect(callId(customer, 'twilio', 'CA1')).toBe('a1fccde4-0197-82df-ba8b-b43068cbf6cc')
  })

  it('tells apart what would be the same when written one after the other', () => {
    expect(callId(customer, 'a', 'b","c')).not.toBe(callId(customer, 'a","b', 'c'))
  })
})

describe('the content of a call', () => {
  it('is the same however an empty field, an instant or an amount is written', () => {
    const hash = hashOf({ cost: '12.5', currency: 'USD' })
    expect(hashOf({ cost: '012.5000', currency: 'USD' })).toBe(hash)
    expect(
      hashOf({
        cost: '12.5',
        currency: 'USD',
        city: null,
        note: '',
        tags: [],
        startedAt: '2026-03-02T15:00:00Z',
      }),
    ).toBe(hash)
  })

  it('does not hold the revision, the names of the call, nor what is ignored', () => {
    expect(
      hashOf({ revision: 3, externalCallId: 'other', sourceSystem: 's', firstTime: true, priorCalls: 4 }),
    ).toBe(hashOf())
  })

  it.each([
    { status: 'missed' },
    { note: 'x' },
    { cost: '-0.01', currency: 'USD' },
    { tags: ['a'] },
    { score: 0 },
    { endedAt: null },
    { routeTrace: [{ at: '2026-03-02T15:00:00Z', step: 'rang', detail: '' }] },
  ] as const)('is another with %j', (given) => {
    expect(hashOf({ ...given })).not.toBe(hashOf())
  })

  it('tells apart the same text in different fields', () => {
    expect(hashOf({ city: 'Paris' })).not.toBe(hashOf({ county: 'Paris' }))
  })

  it('never changes: calls that are sent again are compared with stored ones', () => {
    expect(hashOf()).toBe('16390199672106146886')
  })
})
