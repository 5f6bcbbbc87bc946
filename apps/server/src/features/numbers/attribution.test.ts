import { Call } from '@callboard/contract/calls'
import { Overview } from '@callboard/contract/overview'
import { beforeAll, describe, expect, it } from 'vitest'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall, type Sender } from '#test/factory.ts'
import type { Portal } from '#test/portal.ts'

let numbers: NumberClient
let test: Portal

beforeAll(async () => {
  numbers = await NumberClient.open()
  test = numbers.portal
})

const billboard = '+18005550100'

/** A customer in Chicago with a number, which stands for something from March to the end of April. */
async function customerWithNumber(values: object = { source: 'Billboard', campaign: 'Spring' }) {
  const sender = await test.make.sender({ timeZone: 'America/Chicago' })
  const numberId = await numbers.add(sender.id, billboard)
  await numbers.edit({
    kind: 'timeline',
    numberId,
    assignments: [{ from: '2026-03-01', until: '2026-05-01', ...values }],
  })
  return { sender, numberId }
}

const stored = async (sender: Pick<Sender, 'id'>) =>
  (await test.storedCalls(sender)).map((call) => ({
    id: call['external_call_id'],
    source: call['source'],
    campaign: call['campaign'],
    by: call['attributed_by'],
    from: call['from_number'],
  }))

it('calls of the last days by numbers that stand for nothing are told to administrators, once some number stands for something', async () => {
  const overview = async () => {
    const asked = { path: '/api/overview', token: test.admin.token }
    return Overview.parse(expectOk(await test.ask(asked))).unattributed
  }
  expect(await overview()).toBeNull()
  const { sender } = await customerWithNumber()
  const recent = times(new Date(Date.now() - 86_400_000).toISOString())
  await test.addCalls(sender.key, [
    { ...recent },
    { ...recent, trackingNumber: '+18005550199' },
    { ...recent, trackingNumber: '+18005550199', source: 'Radio' },
    { ...recent, trackingNumber: '+18005550198', direction: 'outbound' },
  ])
  expect(await overview()).toEqual({ numbers: 2, calls: 2 })
})

describe('a call', () => {
  it('gets what its number stood for when it started, to the second of the customer’s days', async () => {
    const { sender } = await customerWithNumber()
    const at = (startedAt: string) => buildCall({ externalCallId: startedAt, startedAt })
    await test.sendCalls(sender.key, [
      at('2026-03-01T05:59:59.999Z'),
      at('2026-03-01T06:00:00.000Z'),
      // Daylight saving time began between.
      at('2026-05-01T04:59:59.999Z'),
      at('2026-05-01T05:00:00.000Z'),
    ])
    const none = { source: '', campaign: '', by: 'none', from: [] }
    const spring = { source: 'Billboard', campaign: 'Spring', by: 'number', from: ['source', 'campaign'] }
    expect(await stored(sender)).toEqual([
      { id: '2026-03-01T05:59:59.999Z', ...none },
      { id: '2026-03-01T06:00:00.000Z', ...spring },
      { id: '2026-05-01T04:59:59.999Z', ...spring },
      { id: '2026-05-01T05:00:00.000Z', ...none },
    ])
  })

  it.each([
    {
      day: 'one that has no midnight',
      timeZone: 'Africa/Cairo',
      span: { from: '2025-04-25' },
      starts: ['2025-04-24T21:59:59.999Z', '2025-04-24T22:00:00.000Z'],
      campaigns: ['', 'Clocks'],
    },
    {
      day: 'one with an hour that comes twice',
      timeZone: 'America/Chicago',
      span: { from: '2025-11-02T01:30:00-05:00', until: '2025-11-02T01:30:00-06:00' },
      starts: [
        '2025-11-02T06:29:59.999Z',
        '2025-11-02T06:30:00.000Z',
        '2025-11-02T07:29:59.999Z',
        '2025-11-02T07:30:00.000Z',
      ],
      campaigns: ['', 'Clocks', 'Clocks', ''],
    },
  ])('gets what its number stood for on a day of the clocks, $day', async (of) => {
    const sender = await test.make.sender({ timeZone: of.timeZone })
    const numberId = await numbers.add(sender.id, billboard)
    const assignments = [{ ...of.span, campaign: 'Clocks' }]
    await numbers.edit({ kind: 'timeline', numberId, assignments })
    await test.sendCalls(
      sender.key,
      of.starts.map((startedAt) => buildCall(times(startedAt))),
    )
    expect((await stored(sender)).map(({ campaign }) => campaign)).toEqual(of.campaigns)
  })

  it('keeps what its source says, and tells what came from where', async () => {
    const { sender, numberId } = await customerWithNumber()
    const [id = ''] = await test.addCalls(sender.key, [{ source: 'Google Ads' }])
    const read = await test.admin.ask({ path: `/api/calls/${id}` })
    const { assignments } = await numbers.get(numberId)
    expect(Call.parse(expectOk(read))).toMatchObject({
      source: 'Google Ads',
      campaign: 'Spring',
      attributedBy: 'number',
      fromNumber: ['campaign'],
      numberAssignmentId: assignments[0]?.id,
    })
  })

  it('that somebody placed is attributed to nothing', async () => {
    const { sender } = await customerWithNumber()
    await test.addCalls(sender.key, [{ direction: 'outbound', targetNumber: '+14155550123' }])
    expect(await stored(sender)).toMatchObject([{ source: '', by: 'none' }])
  })

  it('that a correction moves across the edge of an assignment gets what stood then', async () => {
    const { sender } = await customerWithNumber()
    const call = buildCall({ startedAt: '2026-04-30T15:00:00.000Z' })
    await test.sendCalls(sender.key, [call])
    expect(await stored(sender)).toMatchObject([{ by: 'number' }])
    await test.sendCalls(sender.key, [{ ...call, ...times('2026-05-02T15:00:00.000Z') }])
    expect(await stored(sender)).toMatchObject([{ by: 'none' }])
  })

  it('is found and counted by what it is attributed by', async () => {
    const { sender } = await customerWithNumber()
    await test.addCalls(sender.key, [{}, { source: 'Radio', campaign: 'Own' }])
    const found = await test.listCalls(
      [
        { field: 'customer', op: 'eq', values: [sender.id] },
        { field: 'attributedBy', op: 'eq', values: ['source'] },
      ],
      { columns: ['source', 'attributedBy'] },
    )
    expect(found).toMatchObject([{ source: 'Radio', attributedBy: 'source' }])
  })
})

const times = (startedAt: string) => {
  const { endedAt, duration } = buildCall({ startedAt })
  return { startedAt, endedAt, duration }
}
