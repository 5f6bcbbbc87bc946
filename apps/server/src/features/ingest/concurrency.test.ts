import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall, IngestPortal, rowsOf } from '../../../test/ingest-portal.ts'
import type { IngestCustomer } from './check.ts'

let portal: IngestPortal
let customer: IngestCustomer
beforeAll(async () => {
  portal = await IngestPortal.open()
  customer = await portal.addCustomer('concurrency')
})

const accept = async (...calls: Parameters<typeof rowsOf>[0]) =>
  await portal.ingest.accept(customer, rowsOf(calls), 'test')

describe('calls that come in at the same time', () => {
  it('are corrected also when the call is inserted while its correction is judged', async () => {
    await accept(buildCall({ externalCallId: 'raced', note: 'old' }))
    const inserted = Promise.withResolvers<void>()
    const stop = portal.ingest.onCalls(() => inserted.resolve())
    // The look-up has its answer, but it comes only after the insert.
    portal.calls.after = async (step, sql) => {
      if (step === 'query' && sql.includes('is_leg')) await inserted.promise
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
})
