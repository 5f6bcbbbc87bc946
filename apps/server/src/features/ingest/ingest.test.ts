import { IngestAnswer } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newApiKey } from '#server/access/sign-in/tokens.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import type { Sender } from '#test/factory.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

/** What an answer says when nothing was rejected. */
const counts = (created: number, updated: number, unchanged: number) => ({
  created,
  updated,
  unchanged,
  rejected: [],
})

const answerOf = (answer: Answer) => IngestAnswer.parse(expectOk(answer))

const quarantined = async ({ id }: Sender) =>
  await portal.db.selectFrom('quarantine').where('customer_id', '=', id).selectAll().orderBy('code').execute()

describe('POST /api/calls', () => {
  it('takes one call, an array and NDJSON', async () => {
    const customer = await portal.make.sender()
    const calls = ['a', 'b', 'c'].map((externalCallId) => buildCall({ externalCallId }))
    expect((await portal.postCalls(customer, calls[0])).json()).toEqual({ received: 1, ...counts(1, 0, 0) })
    expect((await portal.postCalls(customer, calls.slice(0, 2))).json()).toEqual({
      received: 2,
      ...counts(1, 0, 1),
    })
    const text = calls.map((call) => JSON.stringify(call)).join('\n')
    expect((await portal.postCalls(customer, text, 'application/x-ndjson')).json()).toEqual({
      received: 3,
      ...counts(1, 0, 2),
    })
    expect((await portal.postCalls(customer, [])).json()).toEqual({ received: 0, ...counts(0, 0, 0) })
    await portal.runtime.ingest.settled()
    expect((await portal.storedCalls(customer)).map((row) => row['external_call_id'])).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('lets an accepted call be read without anything else that arrives', async () => {
    const customer = await portal.make.sender()
    await portal.postCalls(customer, buildCall())
    await expect.poll(async () => (await portal.storedCalls(customer)).length).toBe(1)
  })

  it('needs a living key with the right to it', async () => {
    const customer = await portal.make.sender()
    const user = await portal.make.user({ isAdmin: true })
    const readKey = newApiKey()
    await change(portal.runtime.postgres.db, systemActor, async (transaction) =>
      transaction
        .insertInto('api_key')
        .values({ name: 'read', customer_id: customer.id, secret_hash: hashToken(readKey), rights: ['read'] })
        .execute(),
    )
    const asked = { method: 'POST', path: '/api/calls', body: [buildCall()] } as const
    expect((await portal.ask(asked)).status).toBe(401)
    expect((await portal.ask({ ...asked, token: newApiKey() })).status).toBe(401)
    expect((await portal.ask({ ...asked, token: readKey })).status).toBe(403)
    expect((await user.ask(asked)).status).toBe(403)
    expect(await portal.storedCalls(customer)).toEqual([])
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
    const customer = await portal.make.sender()
    const answer = await portal.postCalls(customer, body, contentType)
    expect(answer.status).toBe(status)
    expect(errorsOf(answer)).toMatchObject([{ code }])
  })

  it('refuses a compressed body instead of reading nonsense', async () => {
    const customer = await portal.make.sender()
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await portal.ask({
      method: 'POST',
      path: '/api/calls',
      body: '{}',
      token: customer.key,
      headers,
    })
    expect(answer.status).toBe(415)
  })

  it('takes 10,000 calls at once', async () => {
    const customer = await portal.make.sender()
    const calls = Array.from({ length: 10_000 }, (_, at) => buildCall({ externalCallId: `many-${at}` }))
    expect(await portal.sendCalls(customer.key, calls)).toEqual({ received: 10_000, ...counts(10_000, 0, 0) })
    expect(await portal.sendCalls(customer.key, calls)).toEqual({ received: 10_000, ...counts(0, 0, 10_000) })
    expect(await portal.storedCalls(customer)).toHaveLength(10_000)
  })
})

describe('a row', () => {
  it('that cannot be is rejected with its line, and the others are taken', async () => {
    const customer = await portal.make.sender()
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
      ['invalid', buildCall({ startedAt: '2026-03-02T09:00:00-0500' })],
      ['invalid', buildCall({ cost: 1e21 })],
      ['invalid', buildCall({ cost: 0.12345 })],
      ['invalid', buildCall({ parentExternalCallId: '' })],
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
    const answer = answerOf(await portal.postCalls(customer, lines.join('\n'), 'application/x-ndjson'))
    expect(answer).toMatchObject({ received: rows.length + 1, created: 1 })
    expect(answer.rejected.map(({ line, code }) => [line, code])).toEqual(
      rows.map(([code], at) => [at + 2, code]),
    )
    expect(answer.rejected[0]?.externalCallId).toBe('call-1')
    expect(answer.rejected[0]?.description).toContain('direction')
    expect(answer.rejected.at(-2)?.externalCallId).toBeNull()
    await portal.runtime.ingest.settled()
    expect(await portal.storedCalls(customer)).toHaveLength(1)
  })

  it('that is its own parent is rejected', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [buildCall()])
    const [row] = await portal.storedCalls(customer)
    const parentCallId = String(row?.['id'])
    expect(await portal.sendCalls(customer.key, [buildCall({ parentCallId })])).toMatchObject({
      rejected: [{ code: 'ownParent' }],
    })
  })

  it('is kept whole in the quarantine, once, however often it comes', async () => {
    const customer = await portal.make.sender()
    const text = '{"externalCallId" : "q-1", "sourceSystem":"pbx", "colour":"roter Text ☎"}'
    await portal.postCalls(customer, `${text}\n${text}\nbroken \0 line\n`, 'application/x-ndjson')
    await portal.postCalls(customer, `\n\n${text}\n`, 'application/x-ndjson')
    expect(await quarantined(customer)).toMatchObject([
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
    const customer = await portal.make.sender()
    expect(
      await portal.sendCalls(customer.key, [buildCall(), buildCall({ sourceSystem: 'pbx' })]),
    ).toMatchObject(counts(2, 0, 0))
    const sources = (await portal.storedCalls(customer)).map((row) => String(row['source_system']))
    expect(new Set(sources)).toEqual(new Set(['api', 'pbx']))
  })

  it('of another customer is another call, with the same name', async () => {
    const [one, other] = [await portal.make.sender(), await portal.make.sender()]
    await portal.sendCalls(one.key, [buildCall({ note: 'one' })])
    expect(await portal.sendCalls(other.key, [buildCall({ note: 'other' })])).toMatchObject(counts(1, 0, 0))
    expect((await portal.storedCalls(one)).map((row) => row['note'])).toEqual(['one'])
  })
})

describe('a correction', () => {
  it('replaces the call, also when it moves in time or place of the sorting key', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [
      buildCall({ location: 'north' }),
      buildCall({ externalCallId: 'other' }),
    ])
    const moved = {
      startedAt: '2025-01-05T10:00:00.000Z',
      answeredAt: null,
      endedAt: '2025-01-05T10:01:00.000Z',
    }
    expect(await portal.sendCalls(customer.key, [buildCall({ ...moved, location: 'south' })])).toMatchObject(
      counts(0, 1, 0),
    )
    const rows = await portal.storedCalls(customer)
    expect(rows.map((row) => [row['external_call_id'], row['location'], row['status']])).toEqual([
      ['call-1', 'south', 'missed'],
      ['other', '', 'answered'],
    ])
  })

  it('counts by its revision', async () => {
    const customer = await portal.make.sender()
    const revised = (revision: number | null, note: string) => buildCall({ revision, note })
    expect(await portal.sendCalls(customer.key, [revised(2, 'two')])).toMatchObject(counts(1, 0, 0))
    expect(await portal.sendCalls(customer.key, [revised(1, 'one')])).toMatchObject(counts(0, 0, 1))
    expect(await portal.sendCalls(customer.key, [revised(2, 'two')])).toMatchObject(counts(0, 0, 1))
    expect(await portal.sendCalls(customer.key, [revised(2, 'two!')])).toMatchObject({
      ...counts(0, 0, 0),
      rejected: [{ line: 1, externalCallId: 'call-1', code: 'revisionConflict' }],
    })
    expect(await portal.sendCalls(customer.key, [revised(1, 'late')])).toMatchObject(counts(0, 0, 1))
    expect(await quarantined(customer)).toMatchObject([
      { code: 'revisionConflict', external_call_id: 'call-1' },
    ])
    expect(await portal.sendCalls(customer.key, [revised(3, 'three')])).toMatchObject(counts(0, 1, 0))
    expect(await portal.sendCalls(customer.key, [revised(null, 'newer')])).toMatchObject(counts(0, 1, 0))
    expect(await portal.sendCalls(customer.key, [revised(1, 'late')])).toMatchObject(counts(0, 0, 1))
    expect((await portal.storedCalls(customer)).map((row) => [row['note'], row['revision']])).toEqual([
      ['newer', '3'],
    ])
    // Its source has mended it.
    expect(await quarantined(customer)).toEqual([])
  })

  it('may come in the same batch: each row has its own outcome, the last that counts is stored', async () => {
    const customer = await portal.make.sender()
    const revised = (revision: number, note: string) => buildCall({ revision, note })
    const answer = await portal.sendCalls(customer.key, [
      revised(1, 'one'),
      revised(3, 'three'),
      revised(2, 'two'),
      revised(3, 'other'),
      { ...revised(4, 'four'), colour: 'red' },
      buildCall({ externalCallId: 'plain' }),
    ])
    expect(answer).toMatchObject({ received: 6, created: 2, updated: 1, unchanged: 1 })
    expect(answer.rejected.map(({ line, code }) => [line, code])).toEqual([
      [4, 'revisionConflict'],
      [5, 'unknownField'],
    ])
    expect((await portal.storedCalls(customer)).map((row) => row['note'])).toEqual(['three', ''])
  })

  it('of a call that cannot be read yet is one all the same', async () => {
    const customer = await portal.make.sender()
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, at) => await portal.postCalls(customer, buildCall({ revision: at, note: `n${at}` })),
      ),
    )
    const all = answers.map(answerOf)
    expect(all.reduce((sum, { created }) => sum + created, 0)).toBe(1)
    await portal.runtime.ingest.settled()
    expect((await portal.storedCalls(customer)).map((row) => row['note'])).toEqual(['n19'])
  })

  it('completes a call in progress', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [buildCall({ answeredAt: null, endedAt: null })])
    expect(await portal.storedCalls(customer)).toMatchObject([{ status: 'in-progress', duration: null }])
    expect(await portal.sendCalls(customer.key, [buildCall()])).toMatchObject(counts(0, 1, 0))
    expect(await portal.storedCalls(customer)).toMatchObject([{ status: 'answered', duration: 180 }])
  })

  it('keeps what no source sends', async () => {
    const customer = await portal.make.sender()
    await portal.sendCalls(customer.key, [buildCall()])
    await portal.runtime.ingest.change(async () => {
      await portal.runtime.calls.command({
        sql: 'UPDATE calls SET legal_hold = true WHERE customer_id = {id:UUID}',
        params: { id: customer.id },
      })
    })
    await portal.sendCalls(customer.key, [buildCall({ note: 'corrected' })])
    expect(await portal.storedCalls(customer)).toMatchObject([
      { note: 'corrected', legal_hold: true, first_time: true },
    ])
  })
})

describe('listeners', () => {
  it('are told of calls once they can be read', async () => {
    const customer = await portal.make.sender()
    const heard: { id: string; found: boolean }[] = []
    const checks: Promise<void>[] = []
    const stop = portal.runtime.ingest.onCalls((calls) => {
      checks.push(
        portal.storedCalls(customer).then((rows) => {
          for (const { id } of calls) heard.push({ id, found: rows.some((row) => row['id'] === id) })
        }),
      )
    })
    await portal.sendCalls(customer.key, [
      buildCall({ location: 'north' }),
      buildCall({ externalCallId: 'other' }),
    ])
    await portal.sendCalls(customer.key, [buildCall({ location: 'south' })])
    stop()
    await portal.sendCalls(customer.key, [buildCall({ externalCallId: 'unheard' })])
    await Promise.all(checks)
    expect(heard.map(({ found }) => found)).toEqual([true, true, true])
  })
})
