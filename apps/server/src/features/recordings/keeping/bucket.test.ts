import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { expectError } from '#test/expect-errors.ts'
import { RecordingClient, samplesOf, soundFixture } from '#test/clients/recordings.ts'
import { openS3Server, s3Keys, type S3Server } from '#test/s3-server.ts'

let server: S3Server
let client: RecordingClient

beforeAll(async () => {
  server = await openS3Server()
  client = await RecordingClient.open({ recordings: { url: server.url, keys: s3Keys } })
})

const stored = async () => await client.portal.runtime.recordingFiles.list()

it('keeps a recording and its redacted version in a bucket, from where they are heard in parts', async () => {
  const id = await client.uploadReady(soundFixture('tones.wav'))
  expect(await stored()).toHaveLength(2)
  expect(readdirSync(join(client.portal.folder, 'recordings-to-send'))).toEqual([])
  const original = await client.ask(id, client.auditor, { query: '?redacted=false' })
  expect(original.bytes).toEqual(soundFixture('tones.wav'))
  const redacted = await client.ask(id, client.listener)
  expect(samplesOf(redacted.bytes)).toHaveLength(2)
  const part = await client.ask(id, client.listener, { headers: { range: 'bytes=1000-1999' } })
  expect(part.status).toBe(206)
  expect(part.bytes).toEqual(redacted.bytes.subarray(1000, 2000))
})

it('answers 503 while the bucket cannot be reached, and keeps nothing of what was sent meanwhile', async () => {
  const id = await client.uploadReady(soundFixture('tones.wav'))
  const call = await client.call()
  const before = await stored()
  server.trouble = Array.from({ length: 100 }, () => 'refuse')
  expectError(await client.ask(id, client.listener), 503, 'unavailable')
  expectError(await client.put(call, soundFixture('tones.wav')), 503, 'unavailable')
  server.trouble = []
  expect((await client.ask(id, client.listener)).status).toBe(200)
  expect(await stored()).toEqual(before)
  expect((await client.put(call, soundFixture('tones.wav'))).status).toBe(201)
})
