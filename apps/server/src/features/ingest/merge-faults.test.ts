import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall, IngestPortal, type Sent } from '#test/ingest-portal.ts'
import type { IngestCustomer } from './rows/check.ts'

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})

async function merge(customer: IngestCustomer, ...fields: Sent[]) {
  const rows = fields.map((value, at) => ({ line: at + 1, raw: JSON.stringify(value), value }))
  return await portal.ingest.accept(customer, rows, { source: 'test', isMerge: true })
}

describe('fields of calls', () => {
  it('are refused while the stored calls cannot be read, and whole calls are not', async () => {
    const { customer, accept } = await portal.begin()
    await portal.send(customer, buildCall({ agent: 'Ada' }))
    portal.calls.fail('before', 'query')
    const answers = await Promise.allSettled([
      accept(buildCall({ externalCallId: 'whole' })),
      merge(customer, { externalCallId: 'call-1', note: 'x' }),
      accept(buildCall({ externalCallId: 'also whole' })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 10 } })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await merge(customer, { externalCallId: 'call-1', note: 'x' })).toMatchObject({ updated: 1 })
    await portal.ingest.settled()
    expect(await portal.rows(`customer_id = '${customer.id}' AND external_call_id = 'call-1'`)).toMatchObject(
      [{ agent: 'Ada', note: 'x' }],
    )
  })

  it('go over a call that waits to be inserted, also after a new start', async () => {
    const { customer, accept } = await portal.begin()
    portal.calls.fail('before', 'insert')
    await accept(buildCall({ agent: 'Ada', callerNumber: '(415) 555-0123' }))
    expect(await merge(customer, { externalCallId: 'call-1', note: 'x' })).toMatchObject({ updated: 1 })
    await portal.restart()
    expect(await merge(customer, { externalCallId: 'call-1', location: 'north' })).toMatchObject({
      updated: 1,
    })
    expect(await merge(customer, { externalCallId: 'call-1', note: 'x' })).toMatchObject({ unchanged: 1 })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await portal.rowsOf(customer)).toMatchObject([
      { agent: 'Ada', note: 'x', location: 'north', caller_number: '+14155550123' },
    ])
  })

  it('go over a call that is inserted, and leaves the journal, while they are classified', async () => {
    const { customer, accept } = await portal.begin()
    await portal.send(customer, buildCall({ externalCallId: 'stored', agent: 'Grace' }))
    await accept(buildCall({ externalCallId: 'raced', agent: 'Ada' }))
    const inserted = Promise.withResolvers<void>()
    const stop = portal.ingest.onCalls(() => inserted.resolve())
    let rounds = 0
    portal.calls.after = async (step, sql) => {
      if (step !== 'query' || !sql.includes('isLeg') || ++rounds > 1) return
      await inserted.promise
      await portal.ingest.relationsSettled()
    }
    const answer = await merge(
      customer,
      { externalCallId: 'raced', note: 'x' },
      { externalCallId: 'stored', note: 'y' },
    )
    stop()
    portal.calls.recover()
    expect(answer).toMatchObject({ updated: 2 })
    expect(rounds).toBe(2)
    await portal.ingest.settled()
    expect(await portal.valuesOf(customer, 'agent', 'note')).toEqual([
      ['Ada', 'x'],
      ['Grace', 'y'],
    ])
  })
})
