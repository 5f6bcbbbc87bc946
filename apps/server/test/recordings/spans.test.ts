import type { Recording } from '@callboard/contract/recordings'
import { beforeAll, expect, it } from 'vitest'
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
