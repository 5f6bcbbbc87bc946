import { IngestAnswer } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { callId } from '#server/db/call-id.ts'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/ingest-portal.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

describe('the ids of calls', () => {
  it('are told when asked for: those of the calls that were not rejected', async () => {
    const { id, key } = await portal.make.sender()
    await portal.sendCalls(key, [buildCall({ externalCallId: 'known', sourceSystem: 'pbx', revision: 2 })])
    const { calls } = IngestAnswer.parse(
      expectOk(
        await portal.ask({
          path: '/api/calls?ids=true',
          method: 'POST',
          token: key,
          body: [
            buildCall({ externalCallId: 'new' }),
            buildCall({ externalCallId: 'wrong', direction: 'sideways' }),
            buildCall({ externalCallId: 'known', sourceSystem: 'pbx', revision: 2, note: 'in conflict' }),
            buildCall({ externalCallId: 'known', sourceSystem: 'pbx', revision: 1 }),
          ],
        }),
      ),
    )
    expect(calls).toEqual([
      { line: 1, externalCallId: 'new', id: callId(id, 'api', 'new') },
      { line: 4, externalCallId: 'known', id: callId(id, 'pbx', 'known') },
    ])
  })

  it('are not told otherwise', async () => {
    const { key } = await portal.make.sender()
    expect(await portal.sendCalls(key, [buildCall()])).not.toHaveProperty('calls')
  })
})

describe('a leg', () => {
  const leg = (parent: object) => buildCall({ externalCallId: 'leg', sourceSystem: 'pbx', ...parent })

  it('may name its parent by its id at the source, before that call comes', async () => {
    const sender = await portal.make.sender()
    await portal.sendCalls(sender.key, [leg({ parentExternalCallId: 'whole' })])
    const parent = callId(sender.id, 'pbx', 'whole')
    expect(await portal.storedCalls(sender)).toMatchObject([{ parent_call_id: parent }])
    // The other way to say the same is the same call.
    expect(await portal.sendCalls(sender.key, [leg({ parentCallId: parent })])).toMatchObject({
      unchanged: 1,
    })
  })

  it('that names two parents, or itself, is rejected', async () => {
    const { id, key } = await portal.make.sender()
    const { rejected } = await portal.sendCalls(key, [
      leg({ parentExternalCallId: 'whole', parentCallId: callId(id, 'api', 'whole') }),
      leg({ parentExternalCallId: 'leg' }),
    ])
    expect(rejected.map(({ code }) => code)).toEqual(['parentMismatch', 'ownParent'])
  })
})

describe('a time', () => {
  it('may have an offset and any fraction of a second', async () => {
    const sender = await portal.make.sender()
    const times = {
      startedAt: '2026-03-02T10:00:00.123456-05:00',
      answeredAt: '2026-03-02T15:00:05Z',
      endedAt: '2026-03-02T16:03:00.5+01:00',
    }
    await portal.sendCalls(sender.key, [buildCall(times)])
    expect(await portal.storedCalls(sender)).toMatchObject([
      {
        started_at: '2026-03-02 15:00:00.123',
        answered_at: '2026-03-02 15:00:05.000',
        ended_at: '2026-03-02 15:03:00.500',
        duration: 180,
      },
    ])
    const inUtc = {
      startedAt: '2026-03-02T15:00:00.123Z',
      answeredAt: '2026-03-02T15:00:05.000Z',
      endedAt: '2026-03-02T15:03:00.500Z',
    }
    expect(await portal.sendCalls(sender.key, [buildCall(inUtc)])).toMatchObject({ unchanged: 1 })
  })
})

describe('an amount', () => {
  it('may be a number, and is in the currency of the customer unless it has its own', async () => {
    const sender = await portal.make.sender({ currency: 'CAD' })
    const call = (externalCallId: string, amounts: object) => buildCall({ externalCallId, ...amounts })
    await portal.sendCalls(sender.key, [
      call('a', { cost: 0.1, value: 1250 }),
      call('b', { value: '12.50', currency: null }),
      call('c', { value: 3, currency: 'EUR' }),
      call('d', {}),
    ])
    const stored = await portal.storedCalls(sender)
    expect(stored.map((row) => [Number(row['cost']), Number(row['value']), row['currency']])).toEqual([
      [0.1, 1250, 'CAD'],
      [0, 12.5, 'CAD'],
      [0, 3, 'EUR'],
      [0, 0, ''],
    ])
    expect(await portal.sendCalls(sender.key, [call('a', { cost: '0.10', value: '1250.00' })])).toMatchObject(
      { unchanged: 1 },
    )
  })
})
