import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall, buildMissedCall, IngestPortal } from '#test/ingest-portal.ts'

let portal: IngestPortal
let accept: Awaited<ReturnType<IngestPortal['begin']>>['accept']
beforeAll(async () => {
  portal = await IngestPortal.open()
  ;({ accept } = await portal.begin())
})

describe('calls that come in at the same time', () => {
  it('are corrected also when the call is inserted while its correction is classified', async () => {
    await accept(buildCall({ externalCallId: 'raced', note: 'old' }))
    const inserted = Promise.withResolvers<void>()
    const stop = portal.ingest.onCalls(() => inserted.resolve())
    // The look-up has its answer, but it comes only after the insert.
    portal.calls.after = async (step, sql) => {
      if (step === 'query' && sql.includes('isLeg')) await inserted.promise
    }
    const answer = await accept(
      buildCall({ externalCallId: 'raced', note: 'new' }),
      buildCall({ externalCallId: 'beside' }),
    )
    stop()
    portal.calls.recover()
    expect(answer).toMatchObject({ created: 1, updated: 1 })
    await portal.ingest.settled()
    expect((await portal.rows(`external_call_id = 'raced'`)).map((row) => row['note'])).toEqual(['new'])
  })

  it('are each there once, whoever sends them and however often', async () => {
    const senders = Array.from({ length: 8 }, (_, sender) => sender)
    const created = await Promise.all(
      senders.map(async (sender) => {
        let count = 0
        for (let round = 0; round < 10; round++) {
          const calls = Array.from({ length: 20 }, (_, at) => {
            const externalCallId = `shared-${(sender * 3 + round * 5 + at) % 50}`
            return buildCall({ externalCallId, callerNumber: '+12127365000', note: `${sender}-${round}` })
          })
          count += (await accept(...calls)).created
        }
        return count
      }),
    )
    await portal.ingest.relationsSettled()
    const rows = await portal.rows(`startsWith(external_call_id, 'shared-')`)
    expect(rows).toHaveLength(50)
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(50)
    expect(rows.map((row) => Number(row['prior_calls'])).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, at) => at),
    )
  })

  it('are considered also when they come in while the relations of their caller are written', async () => {
    const callerNumber = '+13125550111'
    const missed = { externalCallId: 'missed', callerNumber }
    const taken = (externalCallId: string, clock: string) => ({
      externalCallId,
      callerNumber,
      startedAt: `2026-03-02T${clock}:00.000Z`,
      answeredAt: `2026-03-02T${clock}:10.000Z`,
      endedAt: `2026-03-02T${clock}:50.000Z`,
    })
    await accept(buildMissedCall(missed), buildCall(taken('taken', '16:00')))
    await portal.ingest.relationsSettled()
    // The calls have been read without the one that comes in then.
    const next = Promise.withResolvers<void>()
    portal.calls.after = async (step, sql) => {
      if (step !== 'query' || !sql.includes('startedMs')) return
      portal.calls.recover()
      await accept(buildCall(taken('next', '17:00')))
      await portal.ingest.settled()
      next.resolve()
    }
    await accept(buildCall({ ...taken('taken', '16:00'), callerNumber: null }))
    await next.promise
    await portal.ingest.relationsSettled()
    const [row] = await portal.rows(`external_call_id = 'missed'`)
    expect(row?.['returned_at']).toBe('2026-03-02 17:00:10.000')
  })
})
