import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newApiKey } from '#server/access/sign-in/tokens.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { answerOf, counts, IngestClient } from '#test/ingest-client.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'

let client: IngestClient
beforeAll(async () => {
  client = await IngestClient.open()
})

describe('POST /api/calls', () => {
  it('takes one call, an array and NDJSON', async () => {
    const customer = await client.newSender()
    const calls = ['a', 'b', 'c'].map((externalCallId) => buildCall({ externalCallId }))
    expect((await client.post(customer, calls[0])).json()).toEqual({ received: 1, ...counts(1, 0, 0) })
    expect((await client.post(customer, calls.slice(0, 2))).json()).toEqual({
      received: 2,
      ...counts(1, 0, 1),
    })
    const text = calls.map((call) => JSON.stringify(call)).join('\n')
    expect((await client.post(customer, text, 'application/x-ndjson')).json()).toEqual({
      received: 3,
      ...counts(1, 0, 2),
    })
    expect((await client.post(customer, [])).json()).toEqual({ received: 0, ...counts(0, 0, 0) })
    await client.ingest.settled()
    expect((await client.stored(customer)).map((row) => row['external_call_id'])).toEqual(['a', 'b', 'c'])
  })

  it('lets an accepted call be read without anything else that arrives', async () => {
    const customer = await client.newSender()
    await client.post(customer, buildCall())
    await expect.poll(async () => (await client.stored(customer)).length).toBe(1)
  })

  it('needs a living key with the right to it', async () => {
    const customer = await client.newSender()
    const user = await client.app.make.user({ isAdmin: true })
    const readKey = newApiKey()
    await change(client.app.runtime.postgres.db, systemActor, async (transaction) =>
      transaction
        .insertInto('api_key')
        .values({ name: 'read', customer_id: customer.id, secret_hash: hashToken(readKey), rights: ['read'] })
        .execute(),
    )
    const asked = { method: 'POST', path: '/api/calls', body: [buildCall()] } as const
    expect((await client.app.ask(asked)).status).toBe(401)
    expect((await client.app.ask({ ...asked, token: newApiKey() })).status).toBe(401)
    expect((await client.app.ask({ ...asked, token: readKey })).status).toBe(403)
    expect((await client.app.ask({ ...asked, token: user.token })).status).toBe(403)
    expect(await client.stored(customer)).toEqual([])
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
  ])('refuses a body that cannot be read: %s', async (...[code, status, body, contentType]) => {
    const customer = await client.newSender()
    const answer = await client.post(customer, body, contentType)
    expect(answer.status).toBe(status)
    expect(errorsOf(answer)).toMatchObject([{ code }])
  })

  it('refuses a compressed body instead of reading nonsense', async () => {
    const customer = await client.newSender()
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await client.app.ask({
      method: 'POST',
      path: '/api/calls',
      body: '{}',
      token: customer.key,
      headers,
    })
    expect(answer.status).toBe(415)
  })

  it('takes 10,000 calls at once', async () => {
    const customer = await client.newSender()
    const calls = Array.from({ length: 10_000 }, (_, at) => buildCall({ externalCallId: `many-${at}` }))
    expect(await client.send(customer, ...calls)).toEqual({ received: 10_000, ...counts(10_000, 0, 0) })
    expect(await client.send(customer, ...calls)).toEqual({ received: 10_000, ...counts(0, 0, 10_000) })
    expect(await client.stored(customer)).toHaveLength(10_000)
  })
})

describe('a row', () => {
  it('that cannot be is rejected with its line, and the others are taken', async () => {
    const customer = await client.newSender()
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
    const lines = [good, ...rows.map(([, row]) => row)].map((row) =>
      typeof row === 'string' ? row : JSON.stringify(row),
    )
    const answer = answerOf(await client.post(customer, lines.join('\n'), 'application/x-ndjson'))
    expect(answer).toMatchObject({ received: rows.length + 1, created: 1 })
    expect(answer.rejected.map(({ line, code }) => [line, code])).toEqual(
      rows.map(([code], at) => [at + 2, code]),
    )
    expect(answer.rejected[0]?.externalCallId).toBe('call-1')
    expect(answer.rejected[0]?.description).toContain('direction')
    expect(answer.rejected.at(-2)?.externalCallId).toBeNull()
    await client.ingest.settled()
    expect(await client.stored(customer)).toHaveLength(1)
  })

  it('that is its own parent is rejected', async () => {
    const customer = await client.newSender()
    await client.send(customer, buildCall())
    const [row] = await client.stored(customer)
    const parentCallId = String(row?.['id'])
    expect(await client.send(customer, buildCall({ parentCallId }))).toMatchObject({
      rejected: [{ code: 'ownParent' }],
    })
  })

  it('is kept whole in the quarantine, once, however often it comes', async () => {
    const customer = await client.newSender()
    const text = '{"externalCallId" : "q-1", "sourceSystem":"pbx", "colour":"roter Text ☎"}'
    await client.post(customer, `${text}\n${text}\nbroken \0 line\n`, 'application/x-ndjson')
    await client.post(customer, `\n\n${text}\n`, 'application/x-ndjson')
    expect(await client.quarantined(customer)).toMatchObject([
      { raw: text, source_system: 'pbx', external_call_id: 'q-1', code: 'invalid', line: 3 },
      {
        raw: 'broken \\u0000 line',
        source_system: 'api',
        external_call_id: null,
        code: 'malformedRow',
        line: 3,
      },
    ])
  })

  it('of another source is another call', async () => {
    const customer = await client.newSender()
    expect(await client.send(customer, buildCall(), buildCall({ sourceSystem: 'pbx' }))).toMatchObject(
      counts(2, 0, 0),
    )
    const sources = (await client.stored(customer)).map((row) => String(row['source_system']))
    expect(new Set(sources)).toEqual(new Set(['api', 'pbx']))
  })

  it('of another customer is another call, with the same name', async () => {
    const [one, other] = [await client.newSender(), await client.newSender()]
    await client.send(one, buildCall({ note: 'one' }))
    expect(await client.send(other, buildCall({ note: 'other' }))).toMatchObject(counts(1, 0, 0))
    expect((await client.stored(one)).map((row) => row['note'])).toEqual(['one'])
  })
})

describe('a correction', () => {
  it('replaces the call, also when it moves in time or place of the sorting key', async () => {
    const customer = await client.newSender()
    await client.send(customer, buildCall({ location: 'north' }), buildCall({ externalCallId: 'other' }))
    const moved = {
      startedAt: '2025-01-05T10:00:00.000Z',
      answeredAt: null,
      endedAt: '2025-01-05T10:01:00.000Z',
    }
    expect(await client.send(customer, buildCall({ ...moved, location: 'south' }))).toMatchObject(
      counts(0, 1, 0),
    )
    const rows = await client.stored(customer)
    expect(rows.map((row) => [row['external_call_id'], row['location'], row['status']])).toEqual([
      ['call-1', 'south', 'missed'],
      ['other', '', 'answered'],
    ])
  })

  it('counts by its revision', async () => {
    const customer = await client.newSender()
    const revised = (revision: number | null, note: string) => buildCall({ revision, note })
    expect(await client.send(customer, revised(2, 'two'))).toMatchObject(counts(1, 0, 0))
    expect(await client.send(customer, revised(1, 'one'))).toMatchObject(counts(0, 0, 1))
    expect(await client.send(customer, revised(2, 'two'))).toMatchObject(counts(0, 0, 1))
    expect(await client.send(customer, revised(2, 'two!'))).toMatchObject({
      ...counts(0, 0, 0),
      rejected: [{ line: 1, externalCallId: 'call-1', code: 'revisionConflict' }],
    })
    expect(await client.send(customer, revised(3, 'three'))).toMatchObject(counts(0, 1, 0))
    expect(await client.send(customer, revised(null, 'newer'))).toMatchObject(counts(0, 1, 0))
    expect(await client.send(customer, revised(1, 'late'))).toMatchObject(counts(0, 0, 1))
    expect((await client.stored(customer)).map((row) => [row['note'], row['revision']])).toEqual([
      ['newer', '3'],
    ])
    expect(await client.quarantined(customer)).toMatchObject([
      { code: 'revisionConflict', external_call_id: 'call-1' },
    ])
  })

  it('may come in the same batch: each row has its own outcome, the last that counts is stored', async () => {
    const customer = await client.newSender()
    const revised = (revision: number, note: string) => buildCall({ revision, note })
    const answer = await client.send(
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
    expect((await client.stored(customer)).map((row) => row['note'])).toEqual(['three', ''])
  })

  it('of a call that cannot be read yet is one all the same', async () => {
    const customer = await client.newSender()
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, at) => await client.post(customer, buildCall({ revision: at, note: `n${at}` })),
      ),
    )
    const all = answers.map(answerOf)
    expect(all.reduce((sum, { created }) => sum + created, 0)).toBe(1)
    await client.ingest.settled()
    expect((await client.stored(customer)).map((row) => row['note'])).toEqual(['n19'])
  })

  it('completes a call in progress', async () => {
    const customer = await client.newSender()
    await client.send(customer, buildCall({ answeredAt: null, endedAt: null }))
    expect(await client.stored(customer)).toMatchObject([{ status: 'in-progress', duration: null }])
    expect(await client.send(customer, buildCall())).toMatchObject(counts(0, 1, 0))
    expect(await client.stored(customer)).toMatchObject([{ status: 'answered', duration: 180 }])
  })

  it('keeps what no source sends', async () => {
    const customer = await client.newSender()
    await client.send(customer, buildCall())
    await client.ingest.change(async () => {
      await client.app.runtime.calls.command({
        sql: 'UPDATE calls SET legal_hold = true WHERE customer_id = {id:UUID}',
        params: { id: customer.id },
      })
    })
    await client.send(customer, buildCall({ note: 'corrected' }))
    expect(await client.stored(customer)).toMatchObject([
      { note: 'corrected', legal_hold: true, first_time: true },
    ])
  })
})

describe('listeners', () => {
  it('are told of calls once they can be read', async () => {
    const customer = await client.newSender()
    const heard: { id: string; found: boolean }[] = []
    const checks: Promise<void>[] = []
    const stop = client.ingest.onCalls((calls) => {
      checks.push(
        client.stored(customer).then((rows) => {
          for (const { id } of calls) heard.push({ id, found: rows.some((row) => row['id'] === id) })
        }),
      )
    })
    await client.send(customer, buildCall({ location: 'north' }), buildCall({ externalCallId: 'other' }))
    await client.send(customer, buildCall({ location: 'south' }))
    stop()
    await client.send(customer, buildCall({ externalCallId: 'unheard' }))
    await Promise.all(checks)
    expect(heard.map(({ found }) => found)).toEqual([true, true, true])
  })
})
