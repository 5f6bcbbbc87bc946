import { getRecordingRules } from '@callboard/contract/recording-rules'
import type { Recording } from '@callboard/contract/recordings'
import { beforeAll, expect, it, vi } from 'vitest'
import { jobs } from '#server/features/recordings/routes.ts'
import { changesOf } from '../changes-of.ts'
import { expectError, expectOk } from '../expect-errors.ts'
import type { MadeUser } from '../factory.ts'
import { RecordingClient, samplesOf } from '../recording-client.ts'

let client: RecordingClient

beforeAll(async () => {
  client = await RecordingClient.open()
})

async function edit(id: string, { token }: MadeUser, body: object) {
  return await client.app.ask({ method: 'PUT', path: `/api/callrecording/${id}/spans`, body, token })
}

function foundIn({ spans }: Recording, lifted: readonly string[]) {
  return spans
    .filter(({ kind }) => kind !== 'hand')
    .map((span) => ({ id: span.id, isLifted: lifted.includes(span.id) }))
}

/** Whether nothing is heard there, in the redacted version. */
async function isSilent(id: string, from: number, to: number): Promise<boolean> {
  const { bytes } = await client.ask(id, client.listener.token)
  return samplesOf(bytes).every((samples) =>
    samples.subarray(from * 8000, to * 8000).every((sample) => sample === 0),
  )
}

it('stretches are marked and lifted by those who may hear the original, and the redacted version follows', async () => {
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
  const [noted, ...others] = await changesOf(client.app, after.callId)
  expect(others).toEqual([])
  expect(noted).toMatchObject({ table_type: 'call', user_name: client.auditor.userName })
  expect(noted?.changes).toMatchObject([
    { field: 'redactedStretch', to: null },
    { field: 'redactedStretch', from: null, to: 'hand, 1.5 to 1.8 s' },
  ])

  // What was lifted stays so when the rules are run again.
  const path = `/api/callrecording/${id}/transcript`
  await client.app.ask({ method: 'PUT', path, body: { turns: [] }, token: client.key })
  await client.worked(id)
  expect(await isSilent(id, first.start, first.end)).toBe(false)
})

it('recordings of earlier rules are redacted again, until somebody stops it, and heard meanwhile', async () => {
  const { app, admin, auditor, listener } = client
  const { runtime } = app
  const { db } = runtime
  const state = async (method: 'GET' | 'PUT' = 'GET', body?: object) => {
    const answer = await app.ask({ method, path: '/api/recordingrules', body, token: admin.token })
    expectOk(answer)
    return getRecordingRules.response.parse(answer.json())
  }
  const run = async () =>
    await jobs(runtime)
      .find(({ name }) => name === 'rework-recordings')
      ?.work({})
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
  const { all } = await state()
  await older(id)
  await older(broken, { sha256: Buffer.from('another file') })
  await older(gone, { original_key: null })
  await run()
  expect(await state()).toEqual({ isStopped: true, all: all - 1, done: all - 3, failed: 0 })

  await state('PUT', { isStopped: false })
  await run()
  await vi.waitFor(
    async () => expect(await state()).toEqual({ isStopped: false, all: all - 1, done: all - 2, failed: 1 }),
    { timeout: 10_000 },
  )
  for (const one of [id, broken, gone]) expect((await client.ask(one, listener.token)).status).toBe(200)
  expect(await isSilent(id, first.start, first.end)).toBe(false)
})
