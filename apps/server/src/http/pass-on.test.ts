import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Annotation } from '@callboard/contract/annotations'
import { IngestAnswer } from '@callboard/contract/calls'
import { Export } from '@callboard/contract/exports'
import { Import } from '@callboard/contract/imports'
import { Source } from '@callboard/contract/sources'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { asteriskFile } from '#test/clients/imports.ts'
import { buildCall, Factory } from '#test/factory.ts'
import { openMailSink, type MailSink } from '#test/mail-sink.ts'
import { openS3Server, s3Keys } from '#test/s3-server.ts'
import { accountSid, authToken, formOf, signForm } from '#test/sources/twilio-callbacks.ts'
import {
  type AskedProcess,
  type Process,
  type SeveralProcesses,
  startProcesses,
} from '#test/several-processes.ts'

/** Of portals whose port the system chooses. */
const publicUrl = 'http://localhost:0'

let several: SeveralProcesses
let web: Process
let worker: Process
let make: Factory
let sink: MailSink
let token: string
let key: string

/**
 * One process serves people and programs, the other one does all that goes on in the background, and writes calls. Files that
 * one writes and the other one reads are in a bucket.
 */
beforeAll(async () => {
  sink = await openMailSink()
  const { url } = await openS3Server()
  several = await startProcesses({
    roles: ['web', 'worker'],
    settingsIn: () => ({
      FILES_URL: url,
      AWS_ACCESS_KEY_ID: s3Keys.id,
      AWS_SECRET_ACCESS_KEY: s3Keys.secret,
      SMTP_URL: sink.url,
      TRUST_PROXY: '1',
    }),
  })
  const [first, second] = several.processes
  if (first === undefined || second === undefined) throw new Error('two processes were asked for')
  ;[web, worker] = [first, second]
  make = new Factory(several.postgres.db)
  token = (await make.user({ isAdmin: true })).token
  key = await make.apiKey(await customer())
})

async function customer(): Promise<string> {
  return (await make.customer()).id
}

/** As an administrator, unless somebody else asks. */
async function ask(process: Process, asked: AskedProcess) {
  return await process.ask({ bearer: token, ...asked })
}

async function send(...calls: object[]): Promise<IngestAnswer> {
  const { text } = await ask(web, { path: '/api/calls', body: calls, bearer: key })
  return IngestAnswer.parse(JSON.parse(text))
}

const Found = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) })

async function idOf(externalCallId: string): Promise<string> {
  const filters = [{ field: 'externalCallId', op: 'eq', values: [externalCallId] }]
  const body = { from: '2025-01-01', to: '2027-01-01', columns: ['id'], filters }
  const find = async () => {
    const { text } = await ask(web, { path: '/api/reporting/calldetails', body })
    return Found.parse(JSON.parse(text)).items[0]?.id
  }
  return await vi.waitUntil(find, { interval: 50 })
}

it('calls that come to any process are answered as by the one that writes them', async () => {
  const call = buildCall({ externalCallId: 'passed', note: 'first' })
  expect(await send(call)).toMatchObject({ created: 1, updated: 0, unchanged: 0, rejected: [] })
  expect(await send(call, { ...call, externalCallId: undefined })).toMatchObject({
    unchanged: 1,
    rejected: [{ line: 2 }],
  })
  expect(await send({ ...call, note: 'second' })).toMatchObject({ updated: 1 })
  expect((await ask(web, { path: '/api/calls', body: [], bearer: 'cbk_unknown' })).status).toBe(401)
})

it('so are edits, legal holds and rows that are sent again', async () => {
  await send(buildCall({ externalCallId: 'edited' }))
  const path = `/api/calls/${await idOf('edited')}`
  const read = async () =>
    Annotation.parse(JSON.parse((await ask(web, { method: 'GET', path: `${path}/annotation` })).text))
  const { revision } = await read()
  const edit = await ask(web, { method: 'PUT', path: `${path}/annotation`, body: { revision, score: 87 } })
  expect(edit.status).toBe(200)
  expect(await read()).toMatchObject({ score: 87 })
  const hold = await ask(web, { method: 'PUT', path: `${path}/hold`, body: { reason: 'a claim' } })
  expect(hold.status).toBe(200)
  expect((await ask(web, { method: 'DELETE', path: `${path}/hold` })).status).toBe(204)
  const again = await ask(web, { path: '/api/quarantine/retry', body: { filter: { sourceSystem: 'api' } } })
  expect(again.status).toBe(200)
})

it('an answer says the same to whoever asks, and comes from the process that writes', async () => {
  const asked = { path: '/api/calls', body: [buildCall({ externalCallId: 'told' })], bearer: key }
  const passed = await ask(web, { ...asked, headers: { 'accept-encoding': 'gzip' } })
  const direct = await ask(worker, asked)
  // It serves no people or programs itself.
  expect([passed.status, direct.status]).toEqual([200, 404])
  expect(passed.headers.get('cache-control')).toBe('no-store')
  expect(passed.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect((await ask(worker, { method: 'GET', path: '/healthz' })).status).toBe(200)
})

/** From where a key was used last, as the portal has it. */
async function lastAddress(keyId: string): Promise<string | null | undefined> {
  const used = await several.postgres.db
    .selectFrom('sign_in_record')
    .where('api_key_id', '=', keyId)
    .orderBy('at', 'desc')
    .select('address')
    .executeTakeFirst()
  return used?.address
}

it('the portal knows from where a request came that was passed on, and believes nobody else', async () => {
  const from = async (process: Process, headers: Record<string, string>) => {
    const bearer = await make.apiKey(await customer())
    const { status } = await ask(process, { path: '/api/calls', body: [], bearer, headers })
    const { id } = await several.postgres.db
      .selectFrom('api_key')
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
    return { status, address: await lastAddress(id) }
  }
  expect(await from(web, { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ address: '203.0.113.7' })
  const forged = { 'x-callboard-client': '203.0.113.8', 'x-callboard-passed-on': 'guessed' }
  expect(await from(web, { ...forged, 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
    address: '203.0.113.9',
  })
  expect(await from(worker, forged)).toMatchObject({ status: 404 })
})

it('what a client names before a path goes nowhere else', async () => {
  const { port } = new URL(String(web.url))
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    host: 'elsewhere.test',
  }
  const asked = request({
    port,
    host: '127.0.0.1',
    path: 'http://elsewhere.test/api/calls',
    method: 'POST',
    headers,
  })
  const answered = new Promise<string>((resolve, reject) => {
    asked.once('response', (answer) => resolve(buffer(answer).then(String)))
    asked.once('error', reject)
  })
  asked.end(JSON.stringify([buildCall({ externalCallId: 'absolute' })]))
  expect(IngestAnswer.parse(JSON.parse(await answered))).toMatchObject({ created: 1 })
})

it('files and mails that are asked for where people are served are made by the other process', async () => {
  const rows = { calls: { from: '2025-01-01', to: '2027-01-01' } }
  const { text } = await ask(web, { path: '/api/reporting/exports', body: { format: 'csv', rows } })
  const { id } = Export.parse(JSON.parse(text))
  const state = async () => {
    const found = await ask(web, { method: 'GET', path: `/api/reporting/exports/${id}` })
    return Export.parse(JSON.parse(found.text)).state
  }
  await expect.poll(state).toBe('ready')
  const file = await ask(web, { method: 'GET', path: `/api/reporting/exports/${id}/file` })
  expect(file.text).toContain(await idOf('passed'))

  const email = 'ada@example.com'
  const { userName } = await make.user({ email })
  await ask(web, { path: '/api/auth/forgotpassword', body: { userName } })
  await expect.poll(() => sink.arrived.map(({ recipient }) => recipient)).toEqual([email])
})

it('a file that is uploaded in parts where people are served is read by the process that writes calls, and undone there', async () => {
  const source = { customerId: await customer(), kind: 'asterisk', name: 'PBX', timeZone: 'UTC' }
  const { id: sourceId } = Source.parse(
    JSON.parse((await ask(web, { path: '/api/source', body: source })).text),
  )
  const file = asteriskFile(100)
  const half = file.length >> 1
  const upload = async (from: number, to: number) => {
    const answer = await fetch(`${web.url}/api/import?sourceId=${sourceId}&fileName=Master.csv`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'text/csv',
        'content-range': `bytes ${from}-${to - 1}/${file.length}`,
      },
      body: file.slice(from, to),
    })
    return Import.parse(await answer.json()).id
  }
  await upload(0, half)
  const id = await upload(half, file.length)
  const read = async () =>
    Import.parse(JSON.parse((await ask(web, { method: 'GET', path: `/api/import/${id}` })).text))
  await expect.poll(read).toMatchObject({ state: 'done', created: 100 })
  await ask(web, { path: `/api/import/${id}/undo`, body: { confirm: true } })
  await expect.poll(read).toMatchObject({ state: 'undone', undo: { calls: 100, gone: 0 } })
})

it('what the system of a source posts where people are served becomes a call of the process that writes', async () => {
  const given = { customerId: await customer(), kind: 'twilio', name: 'Twilio', timeZone: 'UTC' }
  const body = { ...given, settings: { accountSid }, secrets: { authToken } }
  const { id, customerId } = Source.parse(JSON.parse((await ask(web, { path: '/api/source', body })).text))
  const form = formOf({
    CallSid: `CA${'a'.repeat(32)}`,
    Direction: 'inbound',
    From: '+17345550110',
    To: '+18325550157',
    CallStatus: 'completed',
    CallDuration: '68',
    Timestamp: new Date(Date.now() - 600_000).toUTCString().replace('GMT', '+0000'),
  })
  const path = `/api/in/${id}`
  const answer = await fetch(`${web.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signForm(`${publicUrl}${path}`, form),
    },
    body: form,
  })
  expect(answer.status).toBe(204)
  const filters = [{ field: 'customer', op: 'in', values: [customerId] }]
  const asked = { period: { relative: 'last7Days' }, columns: ['callerNumber'], filters }
  const found = async () => (await ask(web, { path: '/api/reporting/calldetails', body: asked })).text
  await expect.poll(found).toContain('+17345550110')
})

it('while no process writes calls, whoever sends some is told to try again, and they are taken soon after', async () => {
  await worker.end()
  const asked = { path: '/api/calls', body: [buildCall({ externalCallId: 'later' })], bearer: key }
  const refused = await ask(web, asked)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await worker.start()
  await expect.poll(async () => (await ask(web, asked)).status).toBe(200)
  await idOf('later')
})

it('a request that waits for a process that hangs is told so when another one may write', async () => {
  worker.pause()
  const asked = { path: '/api/calls', body: [buildCall({ externalCallId: 'hung' })], bearer: key }
  expect((await ask(web, asked)).status).toBe(503)
  worker.wake()
  await expect.poll(async () => (await ask(web, asked)).status).toBe(200)
  await idOf('hung')
})
