import { createServer } from 'node:http'
import { listCallRecordings } from '@callboard/contract/recordings'
import { beforeAll, expect, it, vi } from 'vitest'
import { jobs } from '#server/features/recordings/routes.ts'
import { serve } from '#test/listening.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { logTo } from '#test/log-lines.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { runJob } from '#test/run-job.ts'

let client: RecordingClient
let host: string
const asked: { path: string; authorization: string | undefined }[] = []
const sound = soundFixture('tones.wav')
const logged: string[] = []

beforeAll(async () => {
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    asked.push({ path, authorization: request.headers.authorization })
    if (path.startsWith('/not-yet')) answer.writeHead(404).end()
    else if (path.startsWith('/picture')) answer.end('\x89PNG\r\n\x1a\nno sound at all')
    else answer.end(sound)
  })
  host = await serve(server)
  client = await RecordingClient.open({
    log: logTo('info', (line) => logged.push(line)),
    allowedAddresses: ['127.0.0.1'],
    settings: {
      recordingHosts: `http://${host} recordings.example.com`,
      recordingHostKeys: `account:to:ken@${host}`,
    },
  })
})

/** Sends a call with the address of its recording, and answers the call's id. */
const send = async (recordingUrl: string, call = buildCall()) => {
  await client.portal.sendCalls(client.key, [{ ...call, recordingUrl }])
  const [id = ''] = await client.portal.callIds([call.externalCallId])
  return id
}

const recordingsOf = async (callId: string) => {
  const path = `/api/calls/${callId}/recordings`
  const answer = expectOk(await client.portal.ask({ path, token: client.listener.token }))
  return listCallRecordings.response.parse(answer)
}

it('fetches a recording whose address comes with a call, once, with the key of its host', async () => {
  const call = buildCall()
  const id = await send(`http://${host}/a.wav?token=secret`, call)
  await vi.waitFor(async () => expect((await recordingsOf(id)).items).toHaveLength(1))
  const [recording] = (await recordingsOf(id)).items
  const kept = await client.ask(recording?.id ?? '', client.auditor, { query: '?redacted=false' })
  expect(kept.bytes.equals(sound)).toBe(true)
  await send(`http://${host}/a.wav?token=secret`, call)
  await send(`http://${host}/b.wav`)
  await vi.waitFor(() => expect(asked.some(({ path }) => path === '/b.wav')).toBe(true))
  expect(asked.filter(({ path }) => path.startsWith('/a.wav'))).toEqual([
    { path: '/a.wav?token=secret', authorization: `Basic ${btoa('account:to:ken')}` },
  ])
})

it.each([
  [
    'https://elsewhere.example.com/a.wav',
    'failed',
    'elsewhere.example.com is none of the hosts that are fetched from.',
  ],
  [
    'https://recordings.example.com.evil.test/a',
    'failed',
    'recordings.example.com.evil.test is none of the hosts that are fetched from.',
  ],
  ['nonsense', 'failed', 'Enter a valid web address.'],
  ['/picture.wav', 'failed', 'This file cannot be read as audio: WAV, MP3, Opus or M4A, up to 200 MB.'],
  ['/not-yet.wav?token=secret', 'waiting', '127.0.0.1 answered 404.'],
])('says why a recording did not come, and not its address: %s', async (url, state, error) => {
  const id = await send(url.startsWith('/') ? `http://${host}${url}` : url)
  await vi.waitFor(async () => expect((await recordingsOf(id)).fetches).toMatchObject([{ state, error }]))
  expect(JSON.stringify(await recordingsOf(id))).not.toContain('secret')
})

it('says in the log in one sentence why a recording is fetched again later, as nothing is wrong here', async () => {
  await send(`http://${host}/not-yet/log.wav`)
  const retries = () => logged.filter((line) => line.includes('a job is tried again'))
  await vi.waitFor(() => expect(retries().join('')).toContain('127.0.0.1 answered 404.'))
  expect(retries().join('')).not.toContain('stack')
  expect(logged.filter((line) => line.includes('a job failed'))).toEqual([])
})

it('a recording that could not be fetched is fetched again when somebody says so, and that is on record', async () => {
  const { portal, admin, key, listener } = client
  const { db } = portal.runtime
  const id = await send('http://late.example.com/late.wav')
  const update = async (values: { url: string } | { state: 'failed'; error: string }) =>
    await db.updateTable('recording_fetch').set(values).where('call_id', '=', id).execute()
  const words = 'late.example.com is none of the hosts that are fetched from.'
  await vi.waitFor(async () =>
    expect((await recordingsOf(id)).fetches).toMatchObject([{ state: 'failed', error: words }]),
  )
  const [fetch] = (await recordingsOf(id)).fetches
  const path = `/api/recordingfetch/${fetch?.id ?? ''}/retry`
  const retry = async (token: string) => await portal.ask({ method: 'POST', path, token })
  const stranger = await portal.make.apiKey((await portal.make.customer()).id)
  expectError(await retry(stranger), 404, 'notFound')
  expectError(await retry(listener.token), 403, 'forbidden')
  expect((await recordingsOf(id)).fetches).toMatchObject([{ state: 'failed' }])

  await update({ url: `http://${host}/late.wav` })
  expect((await retry(admin.token)).json()).toMatchObject({ state: 'waiting', error: null })
  await vi.waitFor(async () => expect((await recordingsOf(id)).items).toHaveLength(1))
  expect((await retry(key)).json()).toMatchObject({ state: 'fetched' })
  const changes = [{ field: 'recordingFetch', from: words, to: 'waiting' }]
  expect(await changesOf(portal, id)).toMatchObject([{ user_name: admin.userName, changes }])

  await update({ state: 'failed', error: words })
  expect((await retry(key)).json()).toMatchObject({ state: 'waiting' })
  expect(await changesOf(portal, id)).toMatchObject([
    { user_name: admin.userName },
    { user_name: 'test', changes },
  ])
})

it('what waits though nothing fetches it is fetched after all', async () => {
  const { db } = client.portal.runtime
  const id = await client.call()
  const left = { call_id: id, customer_id: client.customer.id, call_started_at: new Date() }
  await db
    .insertInto('recording_fetch')
    .values({ ...left, url: `http://${host}/left.wav`, at: new Date(Date.now() - 4 * 3_600_000) })
    .execute()
  await runJob(jobs(client.portal.runtime), 'resume-recordings')
  await vi.waitFor(async () => expect((await recordingsOf(id)).items).toHaveLength(1))
})

it('fetches nothing for calls that were rejected', async () => {
  const before = asked.length
  const path = '/api/calls'
  const body = [{ ...buildCall(), startedAt: 'yesterday', recordingUrl: `http://${host}/rejected.wav` }]
  expect((await client.portal.ask({ path, body, token: client.key })).json()).toMatchObject({ created: 0 })
  await send(`http://${host}/after.wav`)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before))
  expect(asked.map((one) => one.path)).not.toContain('/rejected.wav')
})
