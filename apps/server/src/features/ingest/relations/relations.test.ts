import { beforeAll, describe, expect, it } from 'vitest'
import type { Sender } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { buildCall, buildMissedCall, type Sent } from '#test/ingest-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

describe('what follows for other calls', () => {
  const at = (clock: string) => {
    const startedAt = `2026-03-02T${clock}:00.000Z`
    return {
      externalCallId: clock,
      startedAt,
      endedAt: new Date(Date.parse(startedAt) + 60_000).toISOString(),
    }
  }
  const taken = (clock: string, given: Sent = {}) =>
    buildCall({ ...at(clock), answeredAt: `2026-03-02T${clock}:05.000Z`, ...given })
  const missed = (clock: string, given: Sent = {}) => buildMissedCall({ ...at(clock), ...given })
  const priors = async (customer: Sender) =>
    (await portal.storedCalls(customer)).map((row) => [
      row['external_call_id'],
      row['prior_calls'],
      row['first_time'],
    ])
  const returns = async (customer: Sender) =>
    (await portal.storedCalls(customer)).map((row) => [row['external_call_id'], row['returned_at']])

  it('is known at once of calls that come in their order', async () => {
    const customer = await portal.make.sender()
    await portal.postCalls(customer, [taken('10:00'), missed('11:00')])
    await portal.postCalls(customer, [missed('12:00'), missed('12:30', { callerNumber: null })])
    await portal.runtime.ingest.settled()
    expect(await priors(customer)).toEqual([
      ['10:00', 0, true],
      ['11:00', 1, false],
      ['12:00', 2, false],
      ['12:30', null, null],
    ])
  })

  it('counts calls of one millisecond in the order of their ids, however they come', async () => {
    const customer = await portal.make.sender()
    const twin = (name: string, clock: string) => taken(clock, { externalCallId: name })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await portal.sendCalls(customer.key, [twin(name, '10:00')])
    await portal.sendCalls(
      customer.key,
      ['f', 'g', 'h', 'i'].map((name) => twin(name, '11:00')),
    )
    const rows = await portal.storedCalls(customer)
    const inOrder = rows.toSorted((one, other) => {
      const [a, b] = [one, other].map((row) => `${String(row['started_at'])} ${String(row['id'])}`)
      return (a ?? '') < (b ?? '') ? -1 : 1
    })
    expect(inOrder.map((row) => row['prior_calls'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is worked out anew after late data', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [missed('12:00'), taken('14:00')])
    await portal.sendCalls(customer.key, [missed('11:00'), taken('13:00')])
    expect(await priors(customer)).toEqual([
      ['11:00', 0, true],
      ['12:00', 1, false],
      ['13:00', 2, false],
      ['14:00', 3, false],
    ])
    expect(await returns(customer)).toEqual([
      ['11:00', '2026-03-02 13:00:05.000'],
      ['12:00', '2026-03-02 13:00:05.000'],
      ['13:00', null],
      ['14:00', null],
    ])
  })

  it('is worked out anew for many calls at once', async () => {
    const customer = await portal.make.sender()
    const clock = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const minutes = Array.from({ length: 500 }, (_, minute) => minute)
    const call = (minute: number) => (minute === 499 ? taken(clock(minute)) : missed(clock(minute)))
    await portal.sendCalls(customer.key, minutes.slice(250).map(call))
    await portal.sendCalls(customer.key, minutes.slice(0, 250).map(call))
    expect(await priors(customer)).toEqual(minutes.map((minute) => [clock(minute), minute, minute === 0]))
    const answeredAt = '2026-03-02 08:19:05.000'
    expect(await returns(customer)).toEqual(
      minutes.map((minute) => [clock(minute), minute === 499 ? null : answeredAt]),
    )
  })

  it('is worked out anew for both callers when a correction changes the number', async () => {
    const customer = await portal.make.sender()
    const otherNumber = '+12127365000'
    await portal.sendCalls(customer.key, [
      missed('10:00'),
      missed('11:00'),
      taken('12:00'),
      missed('09:00', { callerNumber: otherNumber }),
    ])
    await portal.sendCalls(customer.key, [taken('12:00', { callerNumber: otherNumber })])
    expect(await priors(customer)).toEqual([
      ['09:00', 0, true],
      ['10:00', 0, true],
      ['11:00', 1, false],
      ['12:00', 1, false],
    ])
    expect(await returns(customer)).toEqual([
      ['09:00', '2026-03-02 12:00:05.000'],
      ['10:00', null],
      ['11:00', null],
      ['12:00', null],
    ])
  })

  it('is a return by an outbound call too, whichever comes in first', async () => {
    const outbound = taken('12:00', {
      direction: 'outbound',
      targetNumber: '(415) 555-0123',
      callerNumber: '105',
    })
    for (const order of [
      [missed('10:00'), outbound],
      [outbound, missed('10:00')],
    ]) {
      const customer = await portal.make.sender()
      for (const call of order) await portal.sendCalls(customer.key, [call])
      expect(await returns(customer)).toEqual([
        ['10:00', '2026-03-02 12:00:05.000'],
        ['12:00', null],
      ])
    }
  })

  it('is nothing for legs, and nothing of them for others', async () => {
    const customer = await portal.make.sender()
    const parentCallId = '00000000-0000-4000-8000-000000000001'
    await portal.sendCalls(customer.key, [missed('10:00'), taken('11:00', { parentCallId }), missed('12:00')])
    expect(await priors(customer)).toEqual([
      ['10:00', 0, true],
      ['11:00', null, null],
      ['12:00', 1, false],
    ])
    expect((await returns(customer))[0]).toEqual(['10:00', null])
  })

  it('is nothing across customers', async () => {
    const [one, other] = [await portal.make.sender(), await portal.make.sender()]
    await portal.sendCalls(one.key, [missed('10:00')])
    await portal.sendCalls(other.key, [taken('11:00')])
    expect(await priors(other)).toEqual([['11:00', 0, true]])
    expect(await returns(one)).toEqual([['10:00', null]])
  })

  it('is worked out anew when calls were deleted', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [missed('10:00'), missed('11:00'), taken('12:00')])
    const { ingest, calls } = portal.runtime
    await ingest.change(async ({ number }) => {
      await calls.command({
        sql: `UPDATE calls SET seen_to = {number:UInt64}
          WHERE customer_id = {id:UUID} AND external_call_id IN ('10:00', '12:00') AND seen_to = 0`,
        params: { id: customer.id, number },
      })
    })
    await ingest.relationsChanged(customer.id, ['+14155550123'])
    await ingest.relationsSettled()
    expect(await priors(customer)).toEqual([['11:00', 0, true]])
    expect(await returns(customer)).toEqual([['11:00', null]])
  })
})
