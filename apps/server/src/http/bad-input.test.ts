import { ingestCalls } from '@callboard/contract/calls'
import { standardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectError, errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { times } from '#test/soak.ts'
import { type Answer, type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let key: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  const { id } = await test.make.customer()
  key = await test.make.apiKey(id)
  await test.sendCalls(key, [buildCall({ tags: ['lead'], value: '10', currency: 'USD' })])
})

const period = { from: '2026-03-01', to: '2026-04-01' }
const filter = { field: 'source', op: 'in', values: ['radio', null] }

/** Bodies of each route that are taken, with all that they may hold. */
const valid: Record<string, object> = {
  '/api/auth/login': { userName: 'ada', password: 'correct horse 9', code: '123456' },
  '/api/reporting/calldetails': {
    ...period,
    timeZone: 'America/New_York',
    filters: [filter, { field: 'duration', op: 'ge', values: [5] }],
    keyword: 'radio',
    columns: ['source', 'customerName', 'tags'],
    sort: 'duration',
    desc: false,
    pageSize: 10,
    withTotal: true,
  },
  '/api/reporting/runreport': {
    definition: {
      dimensions: [{ field: 'time', grain: 'day' }, { field: 'source' }],
      measures: ['calls', 'value'],
      filters: [filter],
      sort: [{ field: 'calls', desc: true }],
      limit: 10,
      compare: 'previousPeriod',
      chart: { type: 'bar' },
    },
    parameters: { dateRange: period, source: ['radio'], customer: [emptyGuid], minimumDuration: 5 },
    timeZone: 'UTC',
    page: { number: 1, size: 10 },
  },
}
const routes = Object.keys(valid)

let addresses = 0

async function post(path: string, body: unknown, rest: Partial<AskedRequest> = {}): Promise<Answer> {
  // Sign-ins are limited by address.
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`
  return await test.ask({ path, body, address, token: admin.token, ...rest })
}

describe('a body', () => {
  it.each(routes)('that is no JSON, of another type, too deep or too long is refused by %s', async (path) => {
    const texts = [
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      'nope',
      '\u0000',
      '[1',
      '"',
      '{"a":NaN}',
      '\ufeff\ufeff{}',
    ]
    for (const text of texts) expectError(await post(path, text), 400, 'malformedBody')
    for (const text of ['[]', '1', '"text"', 'true', 'null']) {
      expect(errorsOf(await post(path, text))[0]).toMatchObject({ code: 'invalid' })
    }
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expectError(await post(path, deep), 400, 'tooDeep')
    expectError(await post(path, `{"userName":${deep}`), 400, 'tooDeep')
    expectError(await post(path, `"${'x'.repeat(2_000_000)}"`), 413, 'payloadTooLarge')
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'nonsense',
      'a/b/c',
    ]) {
      const headers = { 'content-type': type }
      expectError(await post(path, 'x', { headers }), 415, 'unsupportedMediaType')
    }
    const withoutBody = await admin.ask({ method: 'POST', path })
    expect([withoutBody.status, errorsOf(withoutBody).length > 0]).toEqual([400, true])
    const empty = await post(path, '')
    expect([empty.status, errorsOf(empty).length > 0]).toEqual([400, true])
  })

  it.each(routes)(
    'with keys that would reach a prototype changes nothing and is refused by %s',
    async (path) => {
      for (const name of ['__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'toString']) {
        const text = JSON.stringify(valid[path]).replace('{', `{"${name}":{"isAdmin":true,"code":"x"},`)
        const [error] = errorsOf(await post(path, text))
        expect(['unknownField', 'malformedBody']).toContain(error?.code)
        const nested = JSON.stringify(valid[path]).replaceAll('{', `{"${name}":{"isAdmin":true},`)
        expect((await post(path, nested)).status).toBe(400)
      }
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )

  it.each(routes)('with a field that nobody declared is refused by %s, at any depth', async (path) => {
    const body = valid[path]
    for (const place of placesOf(body).filter((one) => isRecord(valueAt(body, one)))) {
      const changed = replaceAt(body, place, { ...Object(valueAt(body, place)), nope: 1 })
      const codes = errorsOf(await post(path, changed)).map((error) => error.code)
      expect(
        codes.some((code) => code === 'unknownField' || code === 'invalid'),
        String(place),
      ).toBe(true)
    }
    expect(errorsOf(await post(path, { ...body, nope: 1 }))).toContainEqual({
      code: 'unknownField',
      description: 'Unknown field nope.',
      field: 'nope',
    })
  })

  it('is refused where none is expected', async () => {
    const { token } = await test.make.user({})
    expectError(await post('/api/auth/logout', { nope: 1 }, { token }), 400, 'unknownField')
    expect((await post('/api/auth/logout', {}, { token })).status).toBe(204)
  })

  it.each(['application/json', 'text/plain', 'application/octet-stream', 'nonsense'])(
    'that is not there is none where none is expected, whatever its type: %s',
    async (type) => {
      const headers = { 'content-type': type }
      const [first, second] = [await test.make.user({}), await test.make.user({})]
      const asked = { method: 'POST', path: '/api/auth/logout', headers } as const
      expect((await first.ask(asked)).status).toBe(204)
      expect((await second.ask({ ...asked, body: '' })).status).toBe(204)
    },
  )

  const json = fc.oneof(
    fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }),
    fc.constantFrom<unknown>(
      -1,
      0,
      1e308,
      2 ** 53,
      -0,
      0.1,
      '',
      ' ',
      '\u0000',
      '%',
      "'",
      emptyGuid,
      [],
      {},
      [[]],
      null,
    ),
    fc.string({ minLength: 501, maxLength: 600 }),
  )

  it.each(routes)(
    'changed at random is taken or refused by %s, never a fault of the portal',
    { tags: ['soak'] },
    async (path) => {
      const body = valid[path]
      const place = fc.constantFrom(...placesOf(body))
      const change = fc.record({
        place,
        value: json,
        kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
          const changed = changes.reduce<unknown>((before, { place: at, value, kind }) => {
            if (kind === 'remove') return replaceAt(before, at, undefined)
            return replaceAt(before, kind === 'add' ? [...at, 'nope'] : at, value)
          }, body)
          for (const accept of ['application/json', 'text/csv']) {
            const answer = await post(path, changed ?? null, { headers: { accept } })
            expect(answer.status).toBe(answer.status === 200 ? 200 : statusOf(answer))
            expect(answer.status, answer.text).toBeLessThan(500)
          }
        }),
        { numRuns: times(30, 2000) },
      )
    },
  )

  it('of calls, changed at random, is taken or rejected call by call', { tags: ['soak'] }, async () => {
    const call = buildCall({
      routeTrace: [{ at: '2026-03-10T15:00:00Z', step: 'rang', detail: 'Ada' }],
      recordings: [{ id: emptyGuid, status: 'ready', duration: 5, channels: 1, redactionStatus: 'none' }],
      tags: ['lead'],
      value: '1.50',
      currency: 'USD',
      zipcode: '10001',
      latitude: 40.5,
      longitude: -73.9,
    })
    const place = fc.constantFrom(...placesOf([call]))
    const answerOf = async (changed: unknown, type: string) => {
      const answer = await post('/api/calls', changed ?? null, {
        token: key,
        headers: { 'content-type': type },
      })
      expect(answer.status, answer.text).toBeLessThan(500)
      if (answer.status !== 200) return errorsOf(answer)
      const { received, created, updated, unchanged, rejected } = ingestCalls.response.parse(answer.json())
      expect(created + updated + unchanged + rejected.length).toBe(received)
      return rejected
    }
    await fc.assert(
      fc.asyncProperty(place, json, async (at, value) => {
        await answerOf(replaceAt([call], at, value), 'application/json')
        await answerOf(replaceAt([call], at, value), 'application/x-ndjson')
      }),
      { numRuns: times(30, 2000) },
    )
    for (const text of ['{', '[{]', '[{},', '\u0000', 'nope']) {
      expect(await answerOf(text, 'application/json')).toHaveLength(1)
      expect(await answerOf(text, 'application/x-ndjson')).toHaveLength(1)
    }
    await test.runtime.ingest.relationsSettled()
    expect(test.runtime.ingest.isFailing).toBe(false)
  })
})

/** The status that the errors of an answer stand for; told with everything an answer may not hold. */
function statusOf(answer: Answer): number {
  const codes = errorsOf(answer).map((error) => error.code)
  if (codes.includes('notFound')) return 404
  if (codes.includes('notAcceptable')) return 406
  if (codes.includes('tooManyRequests')) return 429
  return 400
}

describe('a query', () => {
  const values = `/api/reporting/source/${emptyGuid}`

  it('with a parameter that nobody declared is refused everywhere', async () => {
    const gets = ['/api/user/me', '/api/settings', '/api/settings/menu', `/api/calls/${emptyGuid}`, values]
    const reports = [`/api/reporting/${standardReports.bySource}`, '/api/reporting/parameters', '/healthz']
    for (const path of [...gets, ...reports, '/api/events', '/api/reporting/exporttypes']) {
      for (const query of ['?nope=1', '?__proto__=1', '?constructor', '?%00=%00']) {
        const [error] = errorsOf(await admin.ask({ path: path + query }))
        expect([path + query, error?.code]).toEqual([path + query, 'unknownField'])
      }
    }
    for (const path of routes) expectError(await post(`${path}?nope=1`, valid[path]), 400, 'unknownField')
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e999',
    'page=9007199254740992',
    'page=1&page=2',
    'pagesize=1001',
    'pagesize=0',
    `keyword=${'x'.repeat(201)}`,
    'keyword=a&keyword=b',
  ])('with %s is refused', async (query) => {
    expectError(await admin.ask({ path: `${values}?${query}` }), 400, 'invalid')
  })

  it('takes an empty parameter for one that is not given, and refuses one that nobody declared', async () => {
    const asked = async (path: string) => await admin.ask({ path })
    for (const [path, query] of [
      [values, 'page=&pagesize=&keyword='],
      ['/api/user', 'page=&pagesize=&keyword=&roleid=&customerid=&sort=&desc=&activeonly='],
    ] as const) {
      const answer = await asked(`${path}?${query}`)
      expect([answer.status, answer.text]).toEqual([200, (await asked(path)).text])
      expectError(await asked(`${path}?${query}&nope=`), 400, 'unknownField')
    }
  })

  it('takes any text to look for', async () => {
    const texts = ['%00', '%', '%25', '%E0%A4%A', '%F0%9F%98%80', "'--", '%5C', '_', '%ED%A0%80', '+']
    for (const parameter of [
      'source',
      'location',
      'customer',
      'entityGroup',
      'status',
      'callerNumber',
      'dateRange',
    ]) {
      for (const text of texts) {
        const path = `/api/reporting/${parameter}/${emptyGuid}?keyword=${text}`
        const answer = await admin.ask({ path })
        if (answer.status !== 200) expectError(answer, 400, 'invalid')
      }
    }
    expect((await admin.ask({ path: `${values}?page=9007199254740991&pagesize=200` })).status).toBe(200)
  })
})

type Place = readonly (string | number)[]

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every place in a value, itself first. */
function placesOf(value: unknown, at: Place = []): Place[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [at, ...inner.flatMap(([name, one]) => placesOf(one, [...at, name]))]
}

function valueAt(value: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return value
  const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return valueAt(inner, rest)
}

/** A copy with another value at a place; undefined takes it away. */
function replaceAt(value: unknown, [name, ...rest]: Place, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === String(name) ? replaceAt(one, rest, by) : one))
  return isRecord(value) ? { ...value, [name]: replaceAt(value[name], rest, by) } : value
}
