import { beforeAll, expect, it } from 'vitest'
import { expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const perMinute = 3

let test: Portal

beforeAll(async () => {
  test = await openPortal({ http: { apiKeyRequestsPerMinute: perMinute } })
})

const send = async (token: string) => await test.ask({ path: '/api/calls', body: [buildCall()], token })

it('an API key is refused beyond its limit, until when it is told, and nothing of what it sent is taken', async () => {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id)
  for (let left = perMinute - 1; left >= 0; left--) {
    const answer = await send(key)
    expect(answer.status).toBe(200)
    expect(answer.headers['x-ratelimit-remaining']).toBe(String(left))
  }
  const refused = await send(key)
  expectError(refused, 429, 'tooManyRequests')
  expect(refused.text).toContain('An API key may send 3 requests a minute.')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  await test.runtime.ingest.settled()
  const filters = [{ field: 'customer', op: 'in', values: [customer.id] }]
  const body = { from: '2015-01-01', to: '2030-01-01', filters, withTotal: true }
  const calls = await test.admin.ask({ path: '/api/reporting/calldetails', body })
  expect(calls.json()).toMatchObject({ total: perMinute })

  const other = await test.make.apiKey(customer.id)
  expect((await send(other)).status).toBe(200)
})

it('a key that reads is limited as one that sends, and users are not', async () => {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id, { rights: ['read'] })
  const read = async (token: string) =>
    (await test.ask({ path: '/api/reporting/calldetails', body: { period: { relative: 'today' } }, token }))
      .status
  const statuses = []
  for (let count = 0; count <= perMinute; count++) statuses.push(await read(key))
  expect(statuses).toEqual([200, 200, 200, 429])
  for (let count = 0; count <= perMinute; count++) expect(await read(test.admin.token)).toBe(200)
})

it('what is sent without a good key counts for nobody', async () => {
  const customer = await test.make.customer()
  const key = await test.make.apiKey(customer.id)
  for (let count = 0; count <= perMinute; count++) expectError(await send(`${key}x`), 401, 'unauthenticated')
  expect((await send(key)).status).toBe(200)
})
