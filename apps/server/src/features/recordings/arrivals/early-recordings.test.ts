import { listCallRecordings, uploadRecordingOfSource } from '@callboard/contract/recordings'
import { beforeAll, expect, it, vi } from 'vitest'
import { callId } from '#server/db/call-id.ts'
import { jobs } from '#server/features/recordings/routes.ts'
import { expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { runJob } from '#test/run-job.ts'

let client: RecordingClient
const sound = soundFixture('tones.wav')

beforeAll(async () => {
  client = await RecordingClient.open()
})

const send = async (name: { source?: string; external: string }, bytes = sound, token = client.key) =>
  await client.portal.ask({
    method: 'PUT',
    path: `/api/calls/${name.source ?? 'api'}/${encodeURIComponent(name.external)}/recording?agentChannel=left`,
    body: bytes,
    token,
    headers: { 'content-type': 'audio/wav' },
  })

const sent = async (...given: Parameters<typeof send>) => {
  return uploadRecordingOfSource.response.parse(expectCreated(await send(...given)))
}

const recordingsOf = async (id: string) => {
  const answer = await client.listener.ask({ path: `/api/calls/${id}/recordings` })
  return listCallRecordings.response.parse(expectOk(answer)).items
}

const attachEarly = async () => await runJob(jobs(client.portal.runtime), 'attach-early-recordings')

const waitingFiles = async () =>
  await client.portal.db.selectFrom('early_recording').select(['call_id', 'original_key']).execute()

it('a recording is taken by what the sender knows its call by', async () => {
  const external = 'a/b c@pbx:5060'
  await client.portal.sendCalls(client.key, [buildCall({ externalCallId: external, sourceSystem: 'pbx' })])
  const { waitsForCall, callId: id, ...taken } = await sent({ source: 'pbx', external })
  expect([waitsForCall, id]).toEqual([false, callId(client.customer.id, 'pbx', external)])
  expect(await recordingsOf(id)).toMatchObject([{ id: taken.id }])
  expect(await sent({ source: 'pbx', external })).toMatchObject({ id: taken.id, waitsForCall: false })
})

it('one that comes before its call is a recording of it as soon as it comes, with the same id', async () => {
  const call = buildCall()
  const first = await sent({ external: call.externalCallId })
  expect(first.waitsForCall).toBe(true)
  expect(await sent({ external: call.externalCallId })).toEqual(first)
  const other = await sent({ external: call.externalCallId }, soundFixture('tones.opus'))
  await client.portal.sendCalls(client.key, [call])
  await vi.waitFor(async () =>
    expect((await recordingsOf(first.callId)).map(({ id }) => id)).toEqual([first.id, other.id]),
  )
  expect(await client.worked(first.id)).toMatchObject({
    channels: 2,
    parties: { left: 'agent', knownBy: 'source' },
  })
  const kept = await client.ask(first.id, client.auditor, { query: '?redacted=false' })
  expect(kept.bytes.equals(sound)).toBe(true)
})

it('what another process took is given to its call within a minute', async () => {
  const call = buildCall()
  const { id, callId: awaited } = await sent({ external: call.externalCallId })
  client.portal.runtime.awaitedCalls.clear()
  await client.portal.sendCalls(client.key, [call])
  await attachEarly()
  expect(await recordingsOf(awaited)).toMatchObject([{ id }])
})

it('is deleted with its file when no call comes within an hour, and not before', async () => {
  const { callId: id } = await sent({ external: 'never' })
  await attachEarly()
  const [waiting] = (await waitingFiles()).filter(({ call_id }) => call_id === id)
  expect(waiting).toBeDefined()
  await client.portal.db
    .updateTable('early_recording')
    .set({ at: new Date(Date.now() - 3_601_000) })
    .where('call_id', '=', id)
    .execute()
  await attachEarly()
  expect((await waitingFiles()).filter(({ call_id }) => call_id === id)).toEqual([])
  expect(await client.portal.runtime.recordingFiles.get(waiting?.original_key ?? '')).toBeUndefined()
})

it('a call of another customer with the same name does not get it', async () => {
  const call = buildCall()
  const stranger = await client.portal.make.sender()
  await client.portal.sendCalls(stranger.key, [call])
  const { waitsForCall, callId: id } = await sent({ external: call.externalCallId })
  expect(waitsForCall).toBe(true)
  expect(id).not.toBe(callId(stranger.id, 'api', call.externalCallId))
})

it('what is no sound, and a 21st recording of a call, are refused', async () => {
  expectError(await send({ external: 'x' }, Buffer.from('no sound')), 415, 'unsupportedMediaType')
  const numbered = (at: number) => Buffer.concat([sound, Buffer.from([at])])
  for (let at = 0; at < 20; at += 1) await sent({ external: 'many' }, numbered(at))
  expectError(await send({ external: 'many' }, numbered(20)), 409, 'conflict')
  expect(await send({ external: 'many' }, numbered(3))).toMatchObject({ status: 201 })
})

it('a person cannot send one, whatever their rights', async () => {
  expectError(await send({ external: 'x' }, sound, client.admin.token), 403, 'forbidden')
})
