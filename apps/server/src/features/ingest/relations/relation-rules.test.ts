import { callStatuses, directions } from '@callboard/contract/fields'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedRelations, isOpen, type RelatedCall } from './relation-rules.ts'

const hourMs = 3_600_000
const withinMs = 24 * hourMs

let made = 0
function build(startedMs: number, given: Partial<RelatedCall> = {}): RelatedCall {
  return {
    id: `id-${String(++made).padStart(4, '0')}`,
    version: 1,
    direction: 'inbound',
    status: 'missed',
    startedMs,
    answeredMs: null,
    endedMs: startedMs + 30_000,
    priorCalls: null,
    returnedMs: null,
    ...given,
  }
}

const answered = (startedMs: number, given: Partial<RelatedCall> = {}) =>
  build(startedMs, { status: 'answered', answeredMs: startedMs + 5000, ...given })

const returnsOf = (calls: RelatedCall[]) => {
  const changed = new Map(changedRelations(calls, withinMs).map((one) => [one.id, one.returnedMs]))
  return calls.map((call) => changed.get(call.id) ?? null)
}

describe('prior calls', () => {
  it('count the inbound calls before, of any status', () => {
    const calls = [
      build(0),
      answered(1),
      build(2, { direction: 'outbound' }),
      build(3, { status: 'in-progress' }),
    ]
    expect(changedRelations(calls, withinMs).map((one) => one.priorCalls)).toEqual([0, 1, 2])
  })

  it('are told only where they differ from what is stored', () => {
    const calls = [build(0, { priorCalls: 0 }), build(1, { priorCalls: 0 })]
    expect(changedRelations(calls, withinMs)).toMatchObject([{ id: calls[1]?.id, priorCalls: 1 }])
  })

  it('are taken back from a call that has become outbound', () => {
    const calls = [build(0, { direction: 'outbound', priorCalls: 3 })]
    expect(changedRelations(calls, withinMs)).toMatchObject([{ priorCalls: null }])
  })
})

describe('a missed call', () => {
  it('is returned by an answered call, from or to that number, within the time after its end', () => {
    expect(returnsOf([build(0), answered(hourMs)])).toEqual([hourMs + 5000, null])
    expect(returnsOf([build(0), answered(hourMs, { direction: 'outbound' })])).toEqual([hourMs + 5000, null])
    expect(returnsOf([build(0), answered(30_000 + withinMs - 5000)])).toEqual([30_000 + withinMs, null])
    expect(returnsOf([build(0), answered(30_000 + withinMs - 4999)])).toEqual([null, null])
  })

  it('is not returned by a call that was answered before its end', () => {
    expect(returnsOf([answered(0), build(10_000)])).toEqual([null, null])
    expect(returnsOf([build(0), answered(10_000)])).toEqual([null, null])
  })

  it('is returned together with all earlier open ones', () => {
    const calls = [
      build(0),
      build(hourMs, { status: 'voicemail' }),
      build(2 * hourMs, { status: 'busy' }),
      answered(3 * hourMs),
    ]
    expect(returnsOf(calls)).toEqual([3 * hourMs + 5000, 3 * hourMs + 5000, 3 * hourMs + 5000, null])
  })

  it('is not returned by another missed call, nor by a voicemail', () => {
    expect(returnsOf([build(0), build(hourMs), build(2 * hourMs, { status: 'voicemail' })])).toEqual([
      null,
      null,
      null,
    ])
  })

  it('is not one when it is outbound', () => {
    expect(returnsOf([build(0, { direction: 'outbound' }), answered(hourMs)])).toEqual([null, null])
  })

  it('is open again when its return is gone', () => {
    expect(changedRelations([build(0, { priorCalls: 0, returnedMs: 5 })], withinMs)).toMatchObject([
      { returnedMs: null },
    ])
  })
})

describe('relations', () => {
  const history = fc.array(
    fc.record({
      direction: fc.constantFrom(...directions),
      status: fc.constantFrom(...callStatuses),
      startedMs: fc.integer({ min: 0, max: 100 }).map((hours) => hours * hourMs),
      length: fc.option(fc.integer({ min: 0, max: 30 }).map((hours) => hours * hourMs)),
    }),
    { maxLength: 12 },
  )

  it('are those of the rule read word by word, for any history', () => {
    fc.assert(
      fc.property(history, (shape) => {
        const calls = shape
          .map(({ direction, status, startedMs, length }) =>
            build(startedMs, {
              direction,
              status,
              endedMs: length === null ? null : startedMs + length,
              answeredMs: status === 'answered' && length !== null ? startedMs + length / 2 : null,
            }),
          )
          .toSorted((one, other) => one.startedMs - other.startedMs || (one.id < other.id ? -1 : 1))
        expect(returnsOf(calls)).toEqual(
          calls.map((call) => {
            if (!isOpen(call)) return null
            const end = call.endedMs ?? call.startedMs
            const moments = calls
              .filter((other) => other.status === 'answered')
              .map((other) => other.answeredMs ?? other.startedMs)
              .filter((moment) => moment >= end && moment <= end + withinMs)
            return moments.length === 0 ? null : Math.min(...moments)
          }),
        )
      }),
    )
  })
})
