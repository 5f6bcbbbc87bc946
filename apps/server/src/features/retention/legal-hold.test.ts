import { callDetails } from '@callboard/contract/calls'
import { CallHold } from '@callboard/contract/retention'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type AskedRequest, openPortal, type Portal } from '#test/portal.ts'
import { jobs } from './routes.ts'
import { runJob } from '#test/run-job.ts'

let test: Portal
let admin: { id: string; token: string }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true })
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })
const march = { from: '2026-03-01', to: '2026-04-01' }

/** A customer with two calls. */
async function makeCustomer() {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id)
  const calls = [
    buildCall({ source: 'radio' }),
    buildCall({ source: 'tv', startedAt: '2026-03-11T15:00:00.000Z' }),
  ]
  await test.sendCalls(key, calls)
  const list = async (held?: boolean, accept = 'application/json') => {
    const filters = [
      { field: 'customer', op: 'eq', values: [customer.id] },
      ...(held === undefined ? [] : [{ field: 'legalHold', op: 'eq', values: [held] }]),
    ]
    const body = { ...march, filters, columns: ['id', 'source', 'legalHold'], sort: 'startedAt', desc: false }
    return await ask({ path: callDetails.path, body, headers: { accept } })
  }
  const idsOf = async (held?: boolean) =>
    callDetails.response.parse(expectOk(await list(held))).items.map(({ id }) => id)
  return { ...customer, key, calls, list, idsOf, ids: await idsOf() }
}

describe('a legal hold', () => {
  it('says who holds a call, why and since when, and is on record', async () => {
    const customer = await makeCustomer()
    const [id = ''] = customer.ids
    const path = `/api/calls/${id}/hold`
    expect((await ask({ path })).json()).toEqual({ hold: null })
    await ask({ method: 'PUT', path, body: { reason: 'Case 1' } })
    const read = async () => z.object({ hold: CallHold }).parse((await ask({ path })).json()).hold
    const first = await read()
    const { token } = await test.make.user({ isAdmin: true })
    await ask({ method: 'PUT', path, body: { reason: ' Case 2 ' }, token })
    const hold = await read()
    expect(hold).toMatchObject({ callId: id, reason: 'Case 2', customerName: customer.name })
    // Another reason does not change who placed it, and when.
    expect(hold).toEqual({ ...first, reason: 'Case 2' })
    const found = await ask({ path: '/api/retention/holds/search', body: { keyword: customer.name } })
    expect(found.json()).toMatchObject({ items: [hold], total: 1 })
    await test.make.changeUser(admin.id, { first_name: 'Hilda', last_name: 'Stone' })
    expect(await read()).toEqual({ ...hold, fullName: 'Hilda Stone' })
    expect((await ask({ method: 'DELETE', path })).status).toBe(204)
    expectError(await ask({ method: 'DELETE', path }), 404, 'notFound')
    expect((await changesOf(test, id)).map(({ table_type: type, changes }) => [type, changes])).toEqual([
      ['call', [{ field: 'hold', from: null, to: 'Case 1' }]],
      ['call', [{ field: 'hold', from: 'Case 1', to: 'Case 2' }]],
      ['call', [{ field: 'hold', from: 'Case 2', to: null }]],
    ])
  })

  it('keeps what was said of its caller when retention deletes what is as old, until it ends', async () => {
    const customer = await makeCustomer()
    const [held = ''] = customer.ids
    const said = { customer_id: customer.id, changed_at: new Date('2026-04-01') }
    const number = customer.calls[0]?.callerNumber ?? ''
    await change(test.runtime.db, systemActor, async (transaction) =>
      transaction
        .insertInto('call_back')
        .values([
          { ...said, number },
          { ...said, number: '+12125550199' },
        ])
        .execute(),
    )
    await ask({ method: 'PUT', path: `/api/calls/${held}/hold`, body: { reason: 'Case 3' } })
    await ask({ method: 'PUT', path: `/api/customer/${customer.id}`, body: { keepCallsDays: 30 } })
    const left = async () => {
      await runJob(jobs(test.runtime), 'delete-old')
      const rows = test.runtime.db.selectFrom('call_back').where('customer_id', '=', customer.id)
      return await rows.select('number').execute()
    }
    expect(await left()).toEqual([{ number }])
    await ask({ method: 'DELETE', path: `/api/calls/${held}/hold` })
    expect(await left()).toEqual([])
  })

  it('is refused without a reason, for no call, and to others than administrators', async () => {
    const customer = await makeCustomer()
    const path = `/api/calls/${customer.ids[0]}/hold`
    expectError(await ask({ method: 'PUT', path, body: { reason: ' ' } }), 400, 'invalid')
    const unknown = '/api/calls/00000000-0000-4000-8000-000000000001/hold'
    expectError(await ask({ method: 'PUT', path: unknown, body: { reason: 'Case' } }), 404, 'notFound')
    const { token } = await test.make.user({ customerId: customer.id, claims: ['reporting.call.details'] })
    for (const method of ['GET', 'DELETE'] as const)
      expectError(await ask({ method, path, token }), 403, 'forbidden')
  })

  it('is told at once by the call, lists, filters, reports and files, when it is placed and when it ends', async () => {
    const { ids, idsOf, list, id: customerId } = await makeCustomer()
    const [held = '', other = ''] = ids
    const path = `/api/calls/${held}/hold`
    const shown = async () => {
      const { legalHold } = z
        .object({ legalHold: z.boolean() })
        .parse((await ask({ path: `/api/calls/${held}` })).json())
      const file = csvRows((await list(undefined, 'text/csv')).text).map((row) => row[2])
      const definition = {
        measures: ['calls'],
        filters: [{ field: 'legalHold', op: 'eq', values: [true] }],
      }
      const body = { definition, parameters: { dateRange: march, customer: customerId } }
      const report = await ask({ path: '/api/reporting/runreport', body })
      const [row] = z.object({ rows: z.array(z.unknown()) }).parse(report.json()).rows
      return { legalHold, file, row, held: await idsOf(true), others: await idsOf(false) }
    }
    const free = {
      legalHold: false,
      file: ['Legal hold', 'no', 'no'],
      row: [0],
      held: [],
      others: [held, other],
    }
    expect(await shown()).toEqual(free)
    await ask({ method: 'PUT', path, body: { reason: 'Case 3' } })
    const kept = {
      legalHold: true,
      file: ['Legal hold', 'yes', 'no'],
      row: [1],
      held: [held],
      others: [other],
    }
    expect(await shown()).toEqual(kept)
    await ask({ method: 'PUT', path, body: { reason: 'Case 4' } })
    expect(await shown()).toEqual(kept)
    expect((await ask({ method: 'DELETE', path })).status).toBe(204)
    expect(await shown()).toEqual(free)
  })

  it('stays told through a correction, an edit and another caller', async () => {
    const { ids, calls, key, idsOf } = await makeCustomer()
    const [held = ''] = ids
    await ask({ method: 'PUT', path: `/api/calls/${held}/hold`, body: { reason: 'Case 5' } })
    const [call] = calls
    await test.sendCalls(key, [{ ...buildCall(call), note: 'corrected' }])
    await ask({ method: 'PUT', path: `/api/calls/${held}/annotation`, body: { note: 'edited' } })
    await test.sendCalls(key, [{ ...buildCall(call), callerNumber: '+12125550199' }])
    expect(await idsOf(true)).toEqual([held])
  })

  it('that the calls do not tell, or tell no more, is told after a start', async () => {
    const { ids, idsOf, id: customerId } = await makeCustomer()
    const [before = '', since = ''] = ids
    await ask({ method: 'PUT', path: `/api/calls/${before}/hold`, body: { reason: 'Case 6' } })
    await change(test.runtime.db, systemActor, async (transaction) => {
      await transaction.deleteFrom('call_hold').where('id', '=', before).execute()
      const hold = { id: since, customer_id: customerId, name: 'A call', reason: 'Case 6', held_by: admin.id }
      await transaction
        .insertInto('call_hold')
        .values({ ...hold, created_at: new Date() })
        .execute()
    })
    await test.runtime.ingest.holds.syncAll()
    expect(await idsOf(true)).toEqual([since])
  })

  it('counts also where the table of calls fails just then, which is made up for', async () => {
    const { ids, idsOf } = await makeCustomer()
    const [held = ''] = ids
    const path = `/api/calls/${held}/hold`
    const { calls } = test.runtime
    const command = calls.command.bind(calls)
    const failing = vi.spyOn(calls, 'command').mockImplementation(async (given) => {
      if (given.sql.includes('AS legal_hold')) throw new CallStoreError('unavailable')
      await command(given)
    })
    expectOk(await ask({ method: 'PUT', path, body: { reason: 'Case 8' } }))
    failing.mockRestore()
    expect((await ask({ path })).json()).toMatchObject({ hold: { reason: 'Case 8' } })
    await expect.poll(async () => await idsOf(true)).toEqual([held])
  })
})
