import { getRecordingRules, olderRecordingsCounted } from '@callboard/contract/recording-rules'
import { type Recording, uploadRecording } from '@callboard/contract/recordings'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { redactionRules } from './redaction.ts'
import { claimOlder } from './rules-store.ts'
import { jobs } from '#server/features/recordings/routes.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'
import { RecordingClient, samplesOf, soundFixture } from '#test/clients/recordings.ts'
import { runJob } from '#test/run-job.ts'

let client: RecordingClient

beforeAll(async () => {
  client = await RecordingClient.open()
})

async function edit(id: string, user: Person, body: object) {
  return await user.ask({ method: 'PUT', path: `/api/callrecording/${id}/spans`, body })
}

function foundIn({ spans }: Recording, lifted: readonly string[]) {
  return spans
    .filter(({ kind }) => kind !== 'hand')
    .map((span) => ({ id: span.id, isLifted: lifted.includes(span.id) }))
}

/** Whether nothing is heard there, in the redacted version. */
async function isSilent(id: string, from: number, to: number): Promise<boolean> {
  const { bytes } = await client.ask(id, client.listener)
  return samplesOf(bytes).every((samples) =>
    samples.subarray(from * 8000, to * 8000).every((sample) => sample === 0),
  )
}

it('ranges are marked and lifted by those who may hear the original, and the redacted version follows', async () => {
  const id = await client.uploadReady()
  const before = await client.get(id, client.auditor, '?redacted=false')
  const [first] = before.spans
  if (first === undefined) throw new Error('no keys were heard')
  const body = {
    found: foundIn(before, [first.id]),
    byHand: [{ start: 1.5, end: 1.75 }],
    revision: before.revision,
  }
  expect([await isSilent(id, first.start, first.end), await isSilent(id, 1.5, 1.75)]).toEqual([true, false])
  expectError(await edit(id, client.listener, body), 403, 'forbidden')
  const unknown = '00000000-0000-4000-8000-000000000001'
  expectError(await edit(unknown, client.auditor, body), 404, 'notFound')
  expectError(await edit(id, client.auditor, { ...body, found: [] }), 400, 'invalid')
  expectError(await edit(id, client.auditor, { ...body, byHand: [{ start: 3, end: 4 }] }), 400, 'invalid')
  expectError(await edit(id, client.auditor, { ...body, byHand: [{ start: 1, end: 1 }] }), 400, 'invalid')

  expect(expectOk(await edit(id, client.auditor, body))).toMatchObject({ redactionStatus: 'pending' })
  expectError(await edit(id, client.auditor, body), 409, 'revisionConflict')
  const after = await client.worked(id)
  expect(after.spans.map(({ kind }) => kind)).toContain('hand')
  expect([await isSilent(id, first.start, first.end), await isSilent(id, 1.5, 1.75)]).toEqual([false, true])
  const [noted, ...others] = await changesOf(client.portal, after.callId)
  expect(others).toEqual([])
  expect(noted).toMatchObject({ table_type: 'call', user_name: client.auditor.userName })
  expect(noted?.changes).toMatchObject([
    { field: 'redactedStretch', to: null },
    { field: 'redactedStretch', from: null, to: 'hand, 1.5 to 1.8 s' },
  ])

  // What was lifted stays so when the rules are run again.
  const path = `/api/callrecording/${id}/transcript`
  await client.portal.ask({ method: 'PUT', path, body: { turns: [] }, token: client.key })
  await client.worked(id)
  expect(await isSilent(id, first.start, first.end)).toBe(false)
})

it('recordings of earlier rules are redacted again, until somebody stops it, and heard meanwhile', async () => {
  const { portal, admin, auditor, listener } = client
  const { runtime } = portal
  const { db } = runtime
  const state = async (method: 'GET' | 'PUT' = 'GET', body?: object) => {
    const answer = await portal.ask({ method, path: '/api/recordingrules', body, token: admin.token })
    expectOk(answer)
    return getRecordingRules.response.parse(answer.json())
  }
  const [id, broken, gone] = [
    await client.uploadReady(),
    await client.uploadReady(),
    await client.uploadReady(),
  ]
  const before = await client.get(id, auditor, '?redacted=false')
  const [first] = before.spans
  if (first === undefined) throw new Error('no keys were heard')
  const { revision } = before
  expectOk(await edit(id, auditor, { found: foundIn(before, [first.id]), byHand: [], revision }))
  await client.worked(id)
  const older = async (of: string, values: object = {}) =>
    await db
      .updateTable('recording')
      .set({ rules_version: 1, ...values })
      .where('id', '=', of)
      .execute()

  await state('PUT', { isStopped: true })
  expect(await state()).toEqual({ isStopped: true, waiting: 0, newestWaiting: null, failed: 0 })
  await older(id)
  await older(broken, { sha256: Buffer.from('another file') })
  await older(gone, { original_key: null })
  await run()
  const newestWaiting = '2026-03-10T15:00:00.000Z'
  expect(await state()).toEqual({ isStopped: true, waiting: 2, newestWaiting, failed: 0 })

  await state('PUT', { isStopped: false })
  await run()
  await vi.waitFor(async () =>
    expect(await state()).toEqual({ isStopped: false, waiting: 0, newestWaiting: null, failed: 1 }),
  )
  for (const one of [id, broken, gone]) expect((await client.ask(one, listener)).status).toBe(200)
  expect(await isSilent(id, first.start, first.end)).toBe(false)
  await state('PUT', { isStopped: false })
  const changes = await changesOf(portal, 'recordingRules')
  expect(changes.map((one) => one.changes)).toEqual([
    [{ field: 'isStopped', from: false, to: true }],
    [{ field: 'isStopped', from: true, to: false }],
    [{ field: 'failed', from: 1, to: 0 }],
  ])
  await db.deleteFrom('recording').where('id', '=', broken).execute()
})

const run = async () => await runJob(jobs(client.portal.runtime), 'rework-recordings')

async function putTranscript(id: string, said: { start: number; end: number; text: string }) {
  const path = `/api/callrecording/${id}/transcript`
  const body = { turns: [{ speaker: 'caller', ...said }] }
  return await client.portal.ask({ method: 'PUT', path, body, token: client.key })
}

it('what was checked by times that cannot be right is taken back, and its original is kept, until a better transcript comes', async () => {
  const { portal, auditor, listener, admin, customer } = client
  const { db } = portal.runtime
  const id = await client.uploadReady()
  const text = 'my card number is 4111 1111 1111 1111'
  const transcript = JSON.stringify([{ speaker: 'caller', start: 900, end: 1500, text }])
  await db.updateTable('recording_content').set({ transcript }).where('recording_id', '=', id).execute()
  const checked = { rules_version: 2, is_speech_checked: true }
  await db.updateTable('recording').set(checked).where('id', '=', id).execute()
  const path = `/api/customer/${customer.id}`
  const destroy = async (redactsForGood: boolean) =>
    expectOk(await portal.ask({ method: 'PUT', path, body: { redactsForGood }, token: admin.token }))
  await destroy(true)
  await run()
  await destroy(false)

  expectError(await client.ask(id, listener), 403, 'notAudible')
  const taken = await client.get(id, auditor, '?redacted=false')
  expect(taken).toMatchObject({ redactionStatus: 'failed', isSpeechChecked: false, isOriginalGone: false })
  expect(taken.error).toMatch(
    /^Its transcript cannot be used\. A turn has the time 900\.0 s, and the recording is 2\.0 s/,
  )
  expect((await client.ask(id, auditor, { query: '?redacted=false' })).status).toBe(200)

  expect((await putTranscript(id, { start: 0.5, end: 1, text })).status).toBe(204)
  const { redactionStatus, transcript: masked } = await client.worked(id)
  expect([redactionStatus, masked[0]?.text]).toEqual(['redacted', 'my card number is •••'])
})

it('what a customer says of spoken numbers holds for new recordings, and for older ones once somebody says so', async () => {
  const { portal, admin } = client
  const { id: customerId } = await portal.make.customer()
  const key = await portal.make.apiKey(customerId)
  const reader = await portal.make.user({
    customerId,
    claims: ['reporting.call.details', 'client.view', 'client.edit'],
  })
  const upload = async () => {
    const [call = ''] = await client.calls(1, key)
    const sent = await client.put(call, soundFixture('tones.wav'), { token: key })
    const { id } = uploadRecording.response.parse(sent.json())
    const turns = [{ speaker: 'caller', start: 0.5, end: 1, text: 'my order number is 88120347' }]
    const transcript = `/api/callrecording/${id}/transcript`
    expect((await portal.ask({ method: 'PUT', path: transcript, body: { turns }, token: key })).status).toBe(
      204,
    )
    return id
  }
  const textOf = async (id: string) =>
    await vi.waitFor(async () => {
      const { redactionStatus, transcript } = await client.get(id, reader)
      expect(redactionStatus).toBe('redacted')
      return transcript[0]?.text
    })
  const older = await upload()
  expect(await textOf(older)).toBe('my order number is 88120347')
  const path = `/api/customer/${customerId}`
  const set = async (body: object, { token } = admin) =>
    await portal.ask({ method: 'PUT', path, body, token })
  expectError(await set({ redactedNumbers: 'all' }, reader), 403, 'forbidden')
  expectError(await set({ redactedNumbers: 'none' }), 400, 'invalid')
  expectOk(await set({ redactedNumbers: 'all', redactsLicences: true }))
  const newer = await upload()
  expect([await textOf(older), await textOf(newer)]).toEqual([
    'my order number is 88120347',
    'my order number is •••',
  ])

  const again = async (of: string, { token } = admin) =>
    await portal.ask({ method: 'POST', path: `/api/customer/${of}/redactrecordings`, token })
  expectError(await again(customerId, reader), 403, 'forbidden')
  expectError(await again('00000000-0000-4000-8000-000000000001'), 404, 'notFound')
  expect((await again(customerId)).json()).toEqual({ recordings: 2 })
  await vi.waitFor(async () => {
    await run()
    expect(await textOf(older)).toBe('my order number is •••')
  })
  expect((await changesOf(portal, customerId)).map((one) => one.changes).slice(1)).toEqual([
    [
      { field: 'redacted_numbers', from: 'sensitive', to: 'all' },
      { field: 'redacts_licences', from: false, to: true },
    ],
    [{ field: 'redactedAgain', from: null, to: 2 }],
  ])
})

it('recordings of earlier rules are counted no further than is told, and the newest is found among them', async () => {
  const { portal, admin, customer } = client
  const { db } = portal.runtime
  const path = '/api/recordingrules'
  expectOk(await portal.ask({ method: 'PUT', path, body: { isStopped: true }, token: admin.token }))
  await sql`INSERT INTO recording_file (key) VALUES ('of-all')`.execute(db)
  await sql`INSERT INTO recording (call_id, customer_id, call_started_at, type, bytes, sha256, original_key, redacted_key,
      redaction_status, rules_version)
    SELECT gen_random_uuid(), ${customer.id}, timestamptz '2026-04-01' + number * interval '1 minute', 'wav', 1,
      int8send(number), 'of-all', 'of-all', 'clean', 1
    FROM generate_series(1, ${olderRecordingsCounted + 2}::integer) AS number`.execute(db)
  const answer = await portal.ask({ path, token: admin.token })
  expect(answer.json()).toEqual({
    isStopped: true,
    waiting: olderRecordingsCounted + 1,
    newestWaiting: '2026-04-07T22:42:00.000Z',
    failed: 0,
  })
  const claimed = await claimOlder(db, { rules: redactionRules, triedBefore: new Date(), until: new Date() })
  expect(claimed?.call_started_at).toEqual(new Date('2026-04-07T22:42:00.000Z'))
})
