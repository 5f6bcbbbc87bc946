import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { buildCall, Factory } from '#test/factory.ts'
import {
  type AskedProcess,
  type Process,
  type SeveralProcesses,
  startProcesses,
} from '#test/several-processes.ts'

// What one process answers while another one of the portal was asked before: neither of them keeps to itself what counts for all.

const requestsOfKey = 30
const linksOfAddress = 20
const failuresOfUser = 5

let several: SeveralProcesses
let one: Process
let other: Process
let make: Factory

beforeAll(async () => {
  several = await startProcesses({
    settingsIn: () => ({ API_KEY_REQUESTS_PER_MINUTE: String(requestsOfKey), TRUST_PROXY: '1' }),
  })
  const [first, second] = several.processes
  if (first === undefined || second === undefined) throw new Error('two processes were asked for')
  ;[one, other] = [first, second]
  make = new Factory(several.postgres.db)
})

/** The answers of both by turns. */
async function byTurns(times: number, asked: AskedProcess): Promise<number[]> {
  const statuses = []
  for (let turn = 0; turn < times; turn++)
    statuses.push((await (turn % 2 === 0 ? one : other).ask(asked)).status)
  return statuses
}

async function byBoth(asked: AskedProcess): Promise<number[]> {
  const answers = await Promise.all([one.ask(asked), other.ask(asked)])
  return answers.map(({ status }) => status)
}

const calls = { from: '2025-01-01', to: '2027-01-01' }

it('requests with an API key are as many a minute, whichever process is asked', async () => {
  const { id } = await make.customer()
  const bearer = await make.apiKey(id, { rights: ['read'] })
  const asked = { path: '/api/reporting/calldetails', body: calls, bearer }
  expect(new Set(await byTurns(requestsOfKey, asked))).toEqual(new Set([200]))
  expect(await byBoth(asked)).toEqual([429, 429])
})

it('and so are requests for links of one address', async () => {
  const asked = {
    path: '/api/auth/forgotpassword',
    body: { userName: 'nobody' },
    headers: { 'x-forwarded-for': '203.0.113.20' },
  }
  expect(new Set(await byTurns(linksOfAddress, asked))).toEqual(new Set([204]))
  expect(await byBoth(asked)).toEqual([429, 429])
  const elsewhere = { ...asked, headers: { 'x-forwarded-for': '203.0.113.21' } }
  expect(await byBoth(elsewhere)).toEqual([204, 204])
})

it('a user whose password was guessed at one process is locked at the other', async () => {
  const password = 'correct horse 9 battery'
  const { userName } = await make.user({ password })
  const signIn = async (process: Process, tried: string) =>
    (await process.ask({ path: '/api/auth/login', body: { userName, password: tried } })).status
  for (let failures = 0; failures < failuresOfUser; failures++)
    expect(await signIn(one, `wrong ${failures}`)).toBe(400)
  await expect.poll(async () => await signIn(other, password)).toBe(429)
})

it('a right that is taken away at one process is gone at the other with the next request', async () => {
  const { id, token: bearer } = await make.user({ claims: ['reporting.call.details'] })
  const asked = { path: '/api/reporting/calldetails', body: calls, bearer }
  expect(await byBoth(asked)).toEqual([200, 200])
  const { token: adminToken } = await make.user({ isAdmin: true })
  expect((await one.ask({ method: 'DELETE', path: `/api/user/${id}`, bearer: adminToken })).status).toBe(204)
  expect((await other.ask(asked)).status).toBe(401)
})

it('that somebody views the portal as another user is written down once, whichever process is asked', async () => {
  const viewer = await make.user({ isAdmin: true })
  const viewed = await make.user({ claims: ['reporting.call.details'] })
  const asked = {
    path: '/api/reporting/calldetails',
    body: calls,
    bearer: viewer.token,
    headers: { 'x-masked-user': viewed.id },
  }
  const statuses = await Promise.all([byBoth(asked), byBoth(asked), byBoth(asked)])
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  const { db } = several.postgres
  const noted = await db
    .selectFrom('change_record')
    .where('record_id', '=', viewed.id)
    .select('action')
    .execute()
  expect(noted.filter(({ action }) => action === 'mask')).toHaveLength(1)
})

it('an answer that one process keeps is not what it says of calls that came by the other', async () => {
  const { id, key } = await make.sender()
  const { token: bearer } = await make.user({ claims: ['reporting.call.details'], customerId: id })
  const count = async (process: Process) => {
    const body = { ...calls, withTotal: true }
    const { text } = await process.ask({ path: '/api/reporting/calldetails', body, bearer })
    return z.object({ total: z.number() }).parse(JSON.parse(text)).total
  }
  for (const [at, sender] of [one, other].entries()) {
    expect(await Promise.all([count(one), count(other)])).toEqual([at, at])
    await sender.ask({ path: '/api/calls', body: [buildCall()], bearer: key })
    for (const process of [one, other]) await expect.poll(async () => await count(process)).toBe(at + 1)
  }
})
