import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Setting } from '@callboard/contract/settings'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { callId } from '#server/db/call-id.ts'
import { jobs as recordingJobs } from '#server/features/recordings/routes.ts'
import { insertRecording } from './store.ts'
import { jobs } from '#server/features/retention/routes.ts'
import { changesOf } from '#test/changes-of.ts'
import { putClockForward } from '#test/clock.ts'
import { expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { RecordingClient } from '#test/clients/recordings.ts'
import { runJob } from '#test/run-job.ts'

let client: RecordingClient

beforeAll(async () => {
  client = await RecordingClient.open()
})

const ask = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
  const { status } = await client.admin.ask({ method, path, body })
  expect(status).toBeLessThan(300)
}

async function deleteOld(): Promise<void> {
  const { runtime } = client.portal
  await runJob(jobs(runtime), 'delete-old')
}

const files = async () => await readdir(join(client.portal.folder, 'recordings'))

it('recordings are deleted from the disk when they or their calls are too old, but for held calls', async () => {
  const [held = '', other = ''] = await client.calls(2)
  const { externalCallId: leg } = buildCall()
  await client.portal.sendCalls(client.key, [buildCall({ externalCallId: leg, parentCallId: held })])
  const kept = await client.uploadReady(undefined, held)
  const ofLeg = await client.uploadReady(undefined, callId(client.customer.id, 'api', leg))
  const gone = await client.uploadReady(undefined, other)
  expect(await files()).toHaveLength(6)
  const { db } = client.portal.runtime
  const fetches = async () => await db.selectFrom('recording_fetch').select('state').execute()
  await client.portal.sendCalls(client.key, [
    { ...buildCall(), recordingUrl: 'https://elsewhere.example.com/a.wav' },
  ])
  await vi.waitFor(async () => expect(await fetches()).toEqual([{ state: 'failed' }]))
  await ask('PUT', `/api/calls/${held}/hold`, { reason: 'Case' })
  const customer = `/api/customer/${client.customer.id}`
  await ask('PUT', customer, { keepRecordingsDays: 10 })
  const forecast = await client.admin.ask({ path: '/api/retention' })
  expect(forecast.json()).toMatchObject({ items: [{ kind: 'recordings', count: 1, held: 2 }] })
  await deleteOld()
  expectError(await client.ask(gone, client.auditor), 404, 'notFound')
  for (const id of [kept, ofLeg]) expect((await client.ask(id, client.auditor)).status).toBe(200)
  expect(await files()).toHaveLength(4)

  await ask('DELETE', `/api/calls/${held}/hold`)
  await ask('PUT', customer, { keepRecordingsDays: 0, keepCallsDays: 10 })
  await deleteOld()
  expectError(await client.ask(kept, client.auditor), 404, 'notFound')
  expect(await files()).toEqual([])
  expect(await fetches()).toEqual([])
  expect(await db.selectFrom('recording_content').selectAll().execute()).toEqual([])
})

it('originals are destroyed for good once they are redacted and checked, but for held calls', async () => {
  const { portal, auditor, customer, key, listener } = client
  const [call = '', heldCall = ''] = await client.calls(2)
  const id = await client.uploadReady(undefined, call)
  const held = await client.uploadReady(undefined, heldCall)
  await ask('PUT', `/api/calls/${heldCall}/hold`, { reason: 'Case' })
  const path = `/api/customer/${customer.id}`
  await ask('PUT', path, { redactsForGood: true, keepCallsDays: 0 })
  onTestFinished(async () => await ask('PUT', path, { redactsForGood: false }))
  const destroy = async () => await runJob(recordingJobs(portal.runtime), 'destroy-originals')
  const isGone = async (one: string) => (await client.get(one, auditor)).isOriginalGone
  const say = async (one: string) => {
    const turns = [{ speaker: 'agent', start: 1.8, end: 2, text: 'Good morning 4111 1111 1111 1111' }]
    const body = { turns }
    return await portal.ask({ method: 'PUT', path: `/api/callrecording/${one}/transcript`, body, token: key })
  }
  await destroy()
  expect(await isGone(id)).toBe(false)

  await say(held)
  await client.worked(held)
  await say(id)
  await vi.waitFor(async () => expect(await isGone(id)).toBe(true))
  await destroy()
  expect(await isGone(held)).toBe(false)
  const original = { query: '?redacted=false' }
  expectError(await client.ask(id, auditor, original), 403, 'notAudible')
  expect((await client.ask(held, auditor, original)).status).toBe(200)
  expect((await client.ask(id, listener)).status).toBe(200)
  const { db } = portal.runtime
  const { row, content } = await stored(id)
  expect(row).toMatchObject({ original_key: null, redaction_status: 'redacted' })
  expect(content).toMatchObject({ peaks: [], key_tones: [], transcript: [] })
  expect(JSON.stringify(content)).not.toMatch(/4111|1111/)
  expect(await files()).toHaveLength(3)
  expect(await db.selectFrom('recording_file').selectAll().execute()).toHaveLength(3)
  expect(await changesOf(portal, call)).toMatchObject([
    { user_name: 'system', changes: [{ field: 'originalRecording', from: id, to: null }] },
  ])
  expectError(await say(id), 409, 'conflict')
  expect(await client.get(id, listener)).toMatchObject({ isAudible: true, redactionStatus: 'redacted' })

  await ask('DELETE', `/api/calls/${heldCall}/hold`)
  const { redacted_key: written } = (await stored(held)).row
  const file = join(portal.folder, 'recordings', written ?? '')
  const bytes = await readFile(file)
  await writeFile(file, Buffer.alloc(bytes.length))
  await expect(destroy()).rejects.toThrow('Originals could not be destroyed.')
  expect(await isGone(held)).toBe(false)
  await writeFile(file, bytes)
  await destroy()
  expect(await isGone(held)).toBe(true)

  // Without a transcript it waits a day for one.
  const silent = await client.uploadReady(undefined, await client.call())
  await destroy()
  expect(await isGone(silent)).toBe(false)
  putClockForward(25 * 3_600_000)
  await destroy()
  expect((await stored(silent)).row.original_key).toBe(null)
})

it('who listened is kept as long as logs are, and for held calls with their legs', async () => {
  const { portal, auditor, customer, key } = client
  const [held = '', call = ''] = await client.calls(2)
  const leg = buildCall({ parentCallId: held })
  await portal.sendCalls(key, [leg])
  const [kept, ofLeg, forgotten] = [
    await client.uploadReady(undefined, held),
    await client.uploadReady(undefined, callId(customer.id, 'api', leg.externalCallId)),
    await client.uploadReady(undefined, call),
  ]
  await ask('PUT', `/api/calls/${held}/hold`, { reason: 'Case' })
  const all = [kept, ofLeg, forgotten]
  for (const id of all) await client.ask(id, auditor)
  await portal.runtime.db
    .updateTable('recording_use')
    .set({ at: new Date(Date.now() - 20 * 24 * 3_600_000) })
    .where('recording_id', 'in', all)
    .execute()
  await client.ask(forgotten, auditor)
  const path = `/api/customer/${customer.id}`
  await ask('PUT', path, { keepLogsDays: 10, keepCallsDays: 0, keepRecordingsDays: 0 })
  onTestFinished(async () => {
    await ask('PUT', path, { keepLogsDays: 0 })
    await ask('DELETE', `/api/calls/${held}/hold`)
  })
  const forecast = await portal.ask({ path: '/api/retention', token: client.admin.token })
  expect(forecast.json()).toMatchObject({ items: [{ kind: 'logs', count: 1, held: 2 }] })
  await deleteOld()
  const uses = await Promise.all(all.map(async (id) => await client.uses(id)))
  expect(uses.map(({ length }) => length)).toEqual([1, 1, 1])
  expect((await changesOf(portal, customer.id)).at(-1)?.changes).toMatchObject([
    { field: 'deleted_logs', to: { count: 1, keptDays: 10 } },
  ])
})

it('a recording that came while its call was deleted goes in the next night, and with it why', async () => {
  const { portal, customer } = client
  const path = `/api/customer/${customer.id}`
  await ask('PUT', path, { keepCallsDays: 10, keepLogsDays: 0, keepRecordingsDays: 0 })
  onTestFinished(async () => await ask('PUT', path, { keepCallsDays: 0 }))
  const [held = '', call = ''] = await client.calls(2)
  await ask('PUT', `/api/calls/${held}/hold`, { reason: 'Case' })
  const kept = await client.uploadReady(undefined, held)
  await deleteOld()
  const before = await files()
  const { db } = portal.runtime
  const file = { key: `${randomUUID()}.sound` }
  await db.insertInto('recording_file').values(file).execute()
  await writeFile(join(portal.folder, 'recordings', file.key), 'sound')
  const { id } = await insertRecording(db, {
    call_id: call,
    customer_id: customer.id,
    call_started_at: new Date('2026-03-10T15:00:00.000Z'),
    type: 'wav',
    bytes: 5,
    sha256: Buffer.from('left'),
    original_key: file.key,
  })
  await deleteOld()
  const rows = await db.selectFrom('recording').select('id').where('id', 'in', [id, kept]).execute()
  expect(rows).toEqual([{ id: kept }])
  expect(await files()).toEqual(before)
  expect((await changesOf(portal, customer.id)).at(-1)?.changes).toMatchObject([
    { field: 'deleted_recordings', to: { count: 1, keptDays: 10 } },
  ])
})

it('who listened to recordings that nobody knows any more is kept as long as logs usually are', async () => {
  const { db } = client.portal.runtime
  const use = async (daysAgo: number) =>
    await db
      .insertInto('recording_use')
      .values({
        recording_id: randomUUID(),
        customer_id: null,
        user_id: client.listener.id,
        masked_user_id: null,
        session_id: randomUUID(),
        is_redacted: true,
        kind: 'play',
        reason: null,
        address: '127.0.0.1',
        at: new Date(Date.now() - daysAgo * 24 * 3_600_000),
      })
      .execute()
  for (const daysAgo of [40, 20]) await use(daysAgo)
  const unknown = async () =>
    (await db.selectFrom('recording_use').where('customer_id', 'is', null).select('at').execute()).length
  await deleteOld()
  expect(await unknown()).toBe(2)
  const answer = await client.admin.ask({ path: '/api/settings', body: { key: 'keepLogsDays', value: 30 } })
  expect(answer.status).toBe(201)
  await deleteOld()
  expect(await unknown()).toBe(1)
  const { id } = Setting.parse(answer.json())
  expect((await changesOf(client.portal, id)).at(-1)).toMatchObject({
    user_name: 'system',
    changes: [{ field: 'deleted_logs', to: { count: 1, keptDays: 30 } }],
  })
  await deleteOld()
  expect(await changesOf(client.portal, id)).toHaveLength(2)
})

async function stored(id: string) {
  const { db } = client.portal.runtime
  const row = await db.selectFrom('recording').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const content = await db
    .selectFrom('recording_content')
    .where('recording_id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { row, content }
}
