import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { AppError } from '#server/lib/app-error.ts'
import { bigCalls, bigRows, ExportClient } from '#test/clients/exports.ts'
import type { Portal } from '#test/portal.ts'

let client: ExportClient
let test: Portal

beforeAll(async () => {
  client = await ExportClient.open()
  test = client.portal
})

afterEach(() => client.files.release())

describe('an export', () => {
  it.each([
    ['calls', new CallStoreError('unavailable')],
    ['the storage of files', new AppError('unavailable', 'The storage cannot be reached.')],
  ])('waits while %s cannot be reached, and is written from its beginning afterwards', async (_, error) => {
    let tries = 0
    client.files.gate = async (_key, written) => {
      if (written > 0 && tries < 1) {
        tries++
        throw error
      }
    }
    const user = await client.member()
    const done = await client.ended(user, await client.begin(user, bigCalls))
    expect({ ...done, tries }).toMatchObject({ state: 'ready', rowsDone: bigRows, tries: 1 })
  })
})

describe('an export that is being written when its process ends', () => {
  it('is written by the next one from its beginning, without a trace of the half file', async () => {
    client.files.hold()
    const user = await client.member()
    const id = await client.begin(user, bigCalls)
    await client.running(user, id)
    const [half] = client.onDisk(id)
    client.files.release()
    const next = await client.anotherRunner(false)
    const done = await client.ended(user, id)
    expect(done).toMatchObject({ state: 'ready', rowsDone: bigRows })
    // The one that was held up is not heard any more.
    client.files.release()
    await expect.poll(() => client.onDisk(id)).not.toContain(half)
    expect((await client.fileOf(user, id)).bytes.length).toBe(done.bytes)
    await next.close()
  })

  it('waits again when the portal is stopped, however often', async () => {
    client.files.hold()
    const user = await client.member()
    const first = await client.anotherRunner(true)
    await test.runtime.exportRunner.close()
    const id = await client.begin(user, bigCalls)
    first.wake()
    await client.running(user, id)
    for (let round = 0; round < 4; round++) {
      const stopping = round === 0 ? first : await client.anotherRunner(true)
      await client.running(user, id)
      const closing = stopping.close()
      client.files.release()
      await closing
      expect((await client.read(user, id)).state).toBe('waiting')
      client.files.hold()
    }
    client.files.release()
    await client.anotherRunner(true)
    expect((await client.ended(user, id)).state).toBe('ready')
  })

  it('is stopped where another process is asked to', async () => {
    client.files.hold()
    const user = await client.member()
    const writing = await client.anotherRunner(true)
    await test.runtime.exportRunner.close()
    const id = await client.begin(user, bigCalls)
    writing.wake()
    await client.running(user, id)
    expect((await client.ask(user, 'PUT', `/${id}/stop`)).status).toBe(200)
    client.files.release()
    await expect.poll(() => client.onDisk(id)).toEqual([])
    expect((await client.read(user, id)).state).toBe('stopped')
  })
})
