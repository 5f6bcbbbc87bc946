import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '#server/features/retention/routes.ts'
import { expectError } from '../expect-errors.ts'
import { RecordingClient } from '../recording-client.ts'

let client: RecordingClient

beforeAll(async () => {
  client = await RecordingClient.open()
})

const ask = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
  const { status } = await client.app.ask({ method, path, body, token: client.admin.token })
  expect(status).toBeLessThan(300)
}

async function deleteOld(): Promise<void> {
  const { runtime } = client.app
  await jobs(runtime)
    .find(({ name }) => name === 'delete-old')
    ?.work({})
}

const files = async () => await readdir(join(client.app.folder, 'recordings'))

it('recordings are deleted from the disk when they or their calls are too old, but for held calls', async () => {
  const [held = '', other = ''] = await client.calls(2)
  const kept = await client.uploadReady(undefined, held)
  const gone = await client.uploadReady(undefined, other)
  expect(await files()).toHaveLength(4)
  await ask('PUT', `/api/calls/${held}/hold`, { reason: 'Case' })
  const customer = `/api/customer/${client.customer.id}`
  await ask('PUT', customer, { keepRecordingsDays: 10 })
  const forecast = await client.app.ask({ path: '/api/retention', token: client.admin.token })
  expect(forecast.json()).toMatchObject({ items: [{ kind: 'recordings', count: 1, held: 1 }] })
  await deleteOld()
  expectError(await client.ask(gone, client.auditor.token), 404, 'notFound')
  expect((await client.ask(kept, client.auditor.token)).status).toBe(200)
  expect(await files()).toHaveLength(2)

  await ask('DELETE', `/api/calls/${held}/hold`)
  await ask('PUT', customer, { keepRecordingsDays: 0, keepCallsDays: 10 })
  await deleteOld()
  expectError(await client.ask(kept, client.auditor.token), 404, 'notFound')
  expect(await files()).toEqual([])
  const { db } = client.app.runtime
  expect(await db.selectFrom('recording_content').selectAll().execute()).toEqual([])
})
