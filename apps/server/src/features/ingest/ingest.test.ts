import type { IngestAnswer } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hashToken, newApiKey } from '#server/access/tokens.ts'
import { change, systemActor } from '#server/db/change.ts'
import { buildCall, buildMissedCall, type Sent } from '../../../test/ingest-portal.ts'
import { type Answer, openTestApp, type TestApp } from '../../../test/test-app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await openTestApp()
})

async function newCustomer() {
  const customer = await portal.make.customer()
  return { ...customer, key: await portal.make.apiKey(customer.id) }
}
type Customer = Awaited<ReturnType<typeof newCustomer>>

async function post(customer: Pick<Customer, 'key'>, body: unknown, contentType = 'application/json'): Promise<Answer> {
  const headers = { 'content-type': contentType }
  return await portal.ask({ method: 'POST', path: '/api/calls', body, token: customer.key, headers })
}

async function send(customer: Customer, ...calls: Sent[]): Promise<IngestAnswer> {
  const answer = await post(customer, calls)
  expect(answer.status).toBe(200)
  await portal.portal.ingest.relationsSettled()
  return answer.json() as IngestAnswer
}

async function stored(customer: Customer): Promise<Record<string, unknown>[]> {
  return await portal.portal.calls.query({
    sql: 'SELECT * FROM calls WHERE customer_id = {id:UUID} ORDER BY started_at, external_call_id',
    params: { id: customer.id },
    row: z.record(z.string(), z.unknown()),
  })
}

async function quarantined(customer: Customer) {
  const { db } = portal.portal.postgres
  return await db.selectFrom('quarantine').where('customer_id', '=', customer.id).selectAll().orderBy('code').execute()
}

const counts = (created: number, updated: number, unchanged: number) => ({ created, updated, unchanged, rejected: [] })

describe('POST /api/calls', () => {
  it('takes one call, an array and NDJSON', async () => {
    const customer = await newCustomer()
    const calls = ['a', 'b', 'c'].map((externalCallId) => buildCall({ externalCallId }))
    expect((await post(customer, calls[0])).json()).toEqual({ received: 1, ...counts(1, 0, 0) })
    expect((await post(customer, calls.slice(0, 2))).json()).toEqual({ received: 2, ...counts(1, 0, 1) })
    const text = calls.map((call) => JSON.stringify(call)).join('\n')
    expect((await post(customer, text, 'application/x-ndjson')).json()).toEqual({ received: 3, ...counts(1, 0, 2) })
    expect((await post(customer, [])).json()).toEqual({ received: 0, ...counts(0, 0, 0) })
    await portal.portal.ingest.settled()
    expect((await stored(customer)).map((row) => row['external_call_id'])).toEqual(['a', 'b', 'c'])
  })

  it('lets an accepted call be read within a second', async () => {
    const customer = await newCustomer()
    await post(customer, buildCall())
    await expect.poll(async () => (await stored(customer)).length, { timeout: 1000 }).toBe(1)
  })

  it('needs a living key with the right to it', async () => {
    const customer = await newCustomer()
    const user = await portal.make.user({ isAdmin: true })
    const readKey = newApiKey()
    await change(portal.portal.postgres.db, systemActor, async (transaction) =>
      transaction
        .insertInto('api_key')
        .values({ name: 'read', customer_id: customer.id, secret_hash: hashToken(readKey), rights: ['read'] })
        .execute(),
    )
    const asked = { method: 'POST', path: '/api/calls', body: [buildCall()] } as const
    expect((await portal.ask(asked)).status).toBe(401)
    expect((await portal.ask({ ...asked, token: newApiKey() })).status).toBe(401)
    expect((await portal.ask({ ...asked, token: readKey })).status).toBe(403)
    expect((await portal.ask({ ...asked, token: user.token })).status).toBe(403)
    expect(await stored(customer)).toEqual([])
  })

  it.each([
    ['malformedBody', 400, '{"externalCallId":', 'application/json'],
    ['malformedBody', 400, '"text"', 'application/json'],
    ['malformedBody', 400, '', 'application/json'],
    ['malformedBody', 400, '\n', 'application/x-ndjson'],
    ['payloadTooLarge', 413, `[${Array(10_001).fill('{}').join(',')}]`, 'application/json'],
    ['payloadTooLarge', 413, '{}\n'.repeat(10_001), 'application/x-ndjson'],
    ['payloadTooLarge', 413, ' '.repeat((64 << 20) + 1), 'application/json'],
    ['unsupportedMediaType', 415, 'a,b', 'text/csv'],
  ])('refuses a body that cannot be read: %s', async (code, status, body, contentType) => {
    const customer = await newCustomer()
    const answer = await post(customer, body, contentType)
    expect(answer.status).toBe(status)
    expect(answer.json()).toEqual([{ code, description: expect.any(String) }])
  })

  it('refuses a compressed body instead of reading nonsense', async () => {
    const customer = await newCustomer()
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await portal.ask({ method: 'POST', path: '/api/calls', body: '{}', token: customer.key, headers })
    expect(answer.status).toBe(415)
  })

  it('takes 10,000 calls at once', async () => {
    const customer = await newCustomer()
    const calls = Array.from({ length: 10_000 }, (_, at) => buildCall({ externalCallId: `many-${at}` }))
    expect(await send(customer, ...calls)).toEqual({ received: 10_000, ...counts(10_000, 0, 0) })
    expect(await send(customer, ...calls)).toEqual({ received: 10_000, ...counts(0, 0, 10_000) })
    expect(await stored(customer)).toHaveLength(10_000)
  })
})

describe('a row', () => {
  it('that cannot be is rejected with its line, and the others are taken', async () => {
    const customer = await newCustomer()
    const future = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const rows: [string, Sent | string][] = [
      ['invalid', buildCall({ direction: 'sideways' })],
      ['invalid', buildCall({ startedAt: '2026-03-02' })],
      ['unknownField', buildCall({ color: 'red' })],
      ['endedBeforeStart', buildCall({ endedAt: '2026-03-02T14:59:59.999Z' })],
      ['answeredBeforeStart', buildCall({ answeredAt: '2026-03-02T14:59:59.999Z' })],
      ['answeredAfterEnd', buildCall({ answeredAt: '2026-03-02T15:03:00.001Z' })],
      ['startedInFuture', buildCall({ startedAt: future, answeredAt: null, endedAt: null })],
      ['endedInFuture', buildCall({ answeredAt: null, endedAt: future })],
      ['startedTooEarly', buildCall({ startedAt: '1989-12-31T23:59:59.999Z' })],
      ['currencyMissing', buildCall({ cost: '1.00' })],
      ['currencyMissing', buildCall({ value: '1.00', currency: null })],
      ['customerMismatch', buildCall({ customerId: '00000000-0000-4000-8000-000000000001' })],
      ['customerMismatch', buildCall({ customerCode: 'somebody-else' })],
      ['invalidText', buildCall({ note: 'a\0b' })],
      ['invalidText', buildCall({ tags: ['\ud800'] })],
      ['invalid', '5'],
      ['malformedRow', '{"externalCallId":'],
      ['tooDeep', `{"a":${'['.repeat(99)}${']'.repeat(99)}}`],
    ]
    const good = buildCall({ externalCallId: 'good', customerId: customer.id, customerCode: customer.code })
    const lines = [good, ...rows.map(([, row]) => row)].map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
    const answer = (await post(customer, lines.join('\n'), 'application/x-ndjson')).json() as IngestAnswer
    expect(answer).toMatchObject({ received: rows.length + 1, created: 1 })
    expect(answer.rejected.map(({ line, code }) => [line, code])).toEqual(rows.map(([code], at) => [at + 2, code]))
    expect(answer.rejected[0]).toMatchObject({ externalCallId: 'call-1', description: expect.stringContaining('direction') })
    expect(answer.rejected.at(-2)?.externalCallId).toBeNull()
    await portal.portal.ingest.settled()
    expect(await stored(customer)).toHaveLength(1)
  })

  it('that is its own parent is rejected', async () => {
    const customer = await newCustomer()
    await send(customer, buildCall())
    const [row] = await stored(customer)
    const parentCallId = String(row?.['id'])
    expect(await send(customer, buildCall({ parentCallId }))).toMatchObject({ rejected: [{ code: 'ownParent' }] })
  })

  it('is kept whole in the quarantine, once, however often it comes', async () => {
    const customer = await newCustomer()
    const text = '{"externalCallId" : "q-1", "sourceSystem":"pbx", "colour":"roter Text ☎"}'
    await post(customer, `${text}\n${text}\nbroken \0 line\n`, 'application/x-ndjson')
    await post(customer, `\n\n${text}\n`, 'application/x-ndjson')
    expect(await quarantined(customer)).toMatchObject([
      { raw: text, source_system: 'pbx', external_call_id: 'q-1', code: 'invalid', line: 3 },
      { raw: 'broken \\u0000 line', source_system: 'api', external_call_id: null, code: 'malformedRow', line: 3 },
    ])
  })

  it('of another source is another call', async () => {
    const customer = await newCustomer()
    expect(await send(customer, buildCall(), buildCall({ sourceSystem: 'pbx' }))).toMatchObject(counts(2, 0, 0))
    expect((await stored(customer)).map((row) => row['source_system']).sort()).toEqual(['api', 'pbx'])
  })

  it('of another customer is another call, with the same name', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    await send(one, buildCall({ note: 'one' }))
    expect(await send(other, buildCall({ note: 'other' }))).toMatchObject(counts(1, 0, 0))
    expect((await stored(one)).map((row) => row['note'])).toEqual(['one'])
  })
})

describe('a correction', () => {
  it('replaces the call, also when it moves in time or place of the sorting key', async () => {
    const customer = await newCustomer()
    await send(customer, buildCall({ location: 'north' }), buildCall({ externalCallId: 'other' }))
    const moved = { startedAt: '2025-01-05T10:00:00.000Z', answeredAt: null, endedAt: '2025-01-05T10:01:00.000Z' }
    expect(await send(customer, buildCall({ ...moved, location: 'south' }))).toMatchObject(counts(0, 1, 0))
    const rows = await stored(customer)
    expect(rows.map((row) => [row['external_call_id'], row['location'], row['status']])).toEqual([
      ['call-1', 'south', 'missed'],
      ['other', '', 'answered'],
    ])
  })

  it('counts by its revision', async () => {
    const customer = await newCustomer()
    const revised = (revision: number | null, note: string) => buildCall({ revision, note })
    expect(await send(customer, revised(2, 'two'))).toMatchObject(counts(1, 0, 0))
    expect(await send(customer, revised(1, 'one'))).toMatchObject(counts(0, 0, 1))
    expect(await send(customer, revised(2, 'two'))).toMatchObject(counts(0, 0, 1))
    expect(await send(customer, revised(2, 'two!'))).toMatchObject({
      ...counts(0, 0, 0),
      rejected: [{ line: 1, externalCallId: 'call-1', code: 'revisionConflict' }],
    })
    expect(await send(customer, revised(3, 'three'))).toMatchObject(counts(0, 1, 0))
    expect(await send(customer, revised(null, 'newer'))).toMatchObject(counts(0, 1, 0))
    expect(await send(customer, revised(1, 'late'))).toMatchObject(counts(0, 0, 1))
    expect((await stored(customer)).map((row) => [row['note'], row['revision']])).toEqual([['newer', '3']])
    expect(await quarantined(customer)).toMatchObject([{ code: 'revisionConflict', external_call_id: 'call-1' }])
  })

  it('may come in the same batch: each row has its own outcome, the last that counts is stored', async () => {
    const customer = await newCustomer()
    const revised = (revision: number, note: string) => buildCall({ revision, note })
    const answer = await send(
      customer,
      revised(1, 'one'),
      revised(3, 'three'),
      revised(2, 'two'),
      revised(3, 'other'),
      { ...revised(4, 'four'), colour: 'red' },
      buildCall({ externalCallId: 'plain' }),
    )
    expect(answer).toMatchObject({ received: 6, created: 2, updated: 1, unchanged: 1 })
    expect(answer.rejected.map(({ line, code }) => [line, code])).toEqual([
      [4, 'revisionConflict'],
      [5, 'unknownField'],
    ])
    expect((await stored(customer)).map((row) => row['note'])).toEqual(['three', ''])
  })

  it('of a call that cannot be read yet is one all the same', async () => {
    const customer = await newCustomer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => await post(customer, buildCall({ revision: at, note: `n${at}` }))),
    )
    const all = answers.map((answer) => answer.json() as IngestAnswer)
    expect(all.reduce((sum, { created }) => sum + created, 0)).toBe(1)
    await portal.portal.ingest.settled()
    expect((await stored(customer)).map((row) => row['note'])).toEqual(['n19'])
  })

  it('completes a call in progress', async () => {
    const customer = await newCustomer()
    await send(customer, buildCall({ answeredAt: null, endedAt: null }))
    expect(await stored(customer)).toMatchObject([{ status: 'in-progress', duration: null }])
    expect(await send(customer, buildCall())).toMatchObject(counts(0, 1, 0))
    expect(await stored(customer)).toMatchObject([{ status: 'answered', duration: 180 }])
  })

  it('keeps what no source sends', async () => {
    const customer = await newCustomer()
    await send(customer, buildCall())
    await portal.portal.ingest.exclusively(async () => {
      await portal.portal.calls.command({
        sql: 'UPDATE calls SET legal_hold = true WHERE customer_id = {id:UUID}',
        params: { id: customer.id },
      })
    })
    await send(customer, buildCall({ note: 'corrected' }))
    expect(await stored(customer)).toMatchObject([{ note: 'corrected', legal_hold: true, first_time: true }])
  })
})

describe('what follows for other calls', () => {
  const at = (clock: string) => {
    const startedAt = `2026-03-02T${clock}:00.000Z`
    return { externalCallId: clock, startedAt, endedAt: new Date(Date.parse(startedAt) + 60_000).toISOString() }
  }
  const taken = (clock: string, given: Sent = {}) =>
    buildCall({ ...at(clock), answeredAt: `2026-03-02T${clock}:05.000Z`, ...given })
  const missed = (clock: string, given: Sent = {}) => buildMissedCall({ ...at(clock), ...given })
  const priors = async (customer: Customer) =>
    (await stored(customer)).map((row) => [row['external_call_id'], row['prior_calls'], row['first_time']])
  const returns = async (customer: Customer) =>
    (await stored(customer)).map((row) => [row['external_call_id'], row['returned_at']])

  it('is known at once of calls that come in their order', async () => {
    const customer = await newCustomer()
    await post(customer, [taken('10:00'), missed('11:00')])
    await post(customer, [missed('12:00'), missed('12:30', { callerNumber: null })])
    await portal.portal.ingest.settled()
    expect(await priors(customer)).toEqual([
      ['10:00', 0, true],
      ['11:00', 1, false],
      ['12:00', 2, false],
      ['12:30', null, null],
    ])
  })

  it('is worked out anew after late data', async () => {
    const customer = await newCustomer()
    await send(customer, missed('12:00'), taken('14:00'))
    await send(customer, missed('11:00'), taken('13:00'))
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

  it('is worked out anew for both callers when a correction changes the number', async () => {
    const customer = await newCustomer()
    const otherNumber = '+12127365000'
    await send(customer, missed('10:00'), missed('11:00'), taken('12:00'), missed('09:00', { callerNumber: otherNumber }))
    await send(customer, taken('12:00', { callerNumber: otherNumber }))
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
    const outbound = taken('12:00', { direction: 'outbound', targetNumber: '(415) 555-0123', callerNumber: '105' })
    for (const order of [[missed('10:00'), outbound], [outbound, missed('10:00')]]) {
      const customer = await newCustomer()
      for (const call of order) await send(customer, call)
      expect(await returns(customer)).toEqual([
        ['10:00', '2026-03-02 12:00:05.000'],
        ['12:00', null],
      ])
    }
  })

  it('is nothing for legs, and nothing of them for others', async () => {
    const customer = await newCustomer()
    const parentCallId = '00000000-0000-4000-8000-000000000001'
    await send(customer, missed('10:00'), taken('11:00', { parentCallId }), missed('12:00'))
    expect(await priors(customer)).toEqual([
      ['10:00', 0, true],
      ['11:00', null, null],
      ['12:00', 1, false],
    ])
    expect((await returns(customer))[0]).toEqual(['10:00', null])
  })

  it('is nothing across customers', async () => {
    const [one, other] = [await newCustomer(), await newCustomer()]
    await send(one, missed('10:00'))
    await send(other, taken('11:00'))
    expect(await priors(other)).toEqual([['11:00', 0, true]])
    expect(await returns(one)).toEqual([['10:00', null]])
  })

  it('is worked out anew when calls were deleted', async () => {
    const customer = await newCustomer()
    await send(customer, missed('10:00'), missed('11:00'), taken('12:00'))
    const { ingest, calls } = portal.portal
    await ingest.exclusively(async () => {
      await calls.command({
        sql: `DELETE FROM calls WHERE customer_id = {id:UUID} AND external_call_id IN ('10:00', '12:00')`,
        params: { id: customer.id },
      })
    })
    await ingest.relationsChanged(customer.id, ['+14155550123'])
    await ingest.relationsSettled()
    expect(await priors(customer)).toEqual([['11:00', 0, true]])
    expect(await returns(customer)).toEqual([['11:00', null]])
  })
})

describe('the place of a call', () => {
  const placeOf = async (given: Sent) => {
    const customer = await newCustomer()
    await send(customer, buildCall(given))
    return (await stored(customer))[0]
  }

  it('is what the source says, completed from its ZIP code or city', async () => {
    expect(await placeOf({ city: 'SAN FRANCISCO', state: 'CA', zipcode: '94107-1234', country: 'US' })).toMatchObject({
      city: 'San Francisco',
      state: 'US-CA',
      county: '06075',
      zipcode: '94107',
      geo_precision: 'zip',
      geo_source: 'source',
      caller_time_zone: 'America/Los_Angeles',
    })
    expect(await placeOf({ city: 'Boston', state: 'MA' })).toMatchObject({
      city: 'Boston',
      state: 'US-MA',
      geo_precision: 'city',
      npanxx: '415555',
    })
  })

  it('is where the number was issued when the source says nothing, or only its country', async () => {
    for (const given of [{}, { country: 'US' }]) {
      expect(await placeOf(given)).toMatchObject({ city: 'San Francisco', geo_source: 'number', geo_precision: 'city' })
    }
  })

  it('is that of the party that is called, in an outbound call', async () => {
    const given = { direction: 'outbound', callerNumber: '+14155550123', targetNumber: '2127365000' } as const
    expect(await placeOf(given)).toMatchObject({ state: 'US-NY', npanxx: '212736' })
  })

  it('is not known of a toll-free or withheld number, and no city is made up', async () => {
    expect(await placeOf({ callerNumber: '+18005550123' })).toMatchObject({ city: '', state: '', geo_precision: 'none', geo_source: '' })
    expect(await placeOf({ callerNumber: 'anonymous' })).toMatchObject({ caller_number: '', city: '', geo_precision: 'none' })
    expect(await placeOf({ state: 'NY', country: 'US' })).toMatchObject({ city: '', state: 'US-NY', geo_precision: 'state' })
  })
})

describe('numbers', () => {
  it('are kept as E.164, and as they were sent where they are no public number', async () => {
    const customer = await newCustomer()
    await send(customer, buildCall({ trackingNumber: '(212) 555-0100', callerNumber: '105', targetNumber: 's' }))
    expect(await stored(customer)).toMatchObject([
      { tracking_number: '+12125550100', number: '+12125550100', caller_number: '105', target_number: 's' },
    ])
  })
})

describe('listeners', () => {
  it('are told of calls once they can be read', async () => {
    const customer = await newCustomer()
    const heard: { id: string; found: boolean }[] = []
    const checks: Promise<void>[] = []
    const stop = portal.portal.ingest.onCalls((calls) => {
      checks.push(
        stored(customer).then((rows) => {
          for (const { id } of calls) heard.push({ id, found: rows.some((row) => row['id'] === id) })
        }),
      )
    })
    await send(customer, buildCall({ location: 'north' }), buildCall({ externalCallId: 'other' }))
    await send(customer, buildCall({ location: 'south' }))
    stop()
    await send(customer, buildCall({ externalCallId: 'unheard' }))
    await Promise.all(checks)
    expect(heard.map(({ found }) => found)).toEqual([true, true, true])
  })
})
