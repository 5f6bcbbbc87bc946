import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadRecording } from '@callboard/contract/recordings'
import { beforeAll, expect, it } from 'vitest'
import { queueWork } from '#server/features/recordings/work.ts'
import { type FileStore, openFolderStore } from '#server/lib/file-store.ts'
import { afterFile } from './after-file.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { startRealPostgres } from './real-postgres.ts'
import { RecordingClient, soundFixture } from './recording-client.ts'
import { Corrections, readWhile } from './corrections-meanwhile.ts'
import { times } from './soak.ts'
import { openTestApp, type TestApp } from './test-app.ts'

let client: RecordingClient
let other: TestApp
let recordings: FileStore
let written = 0

/** Two processes on one PostgreSQL, one ClickHouse and one folder of recordings. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-servers-'))
  const bridge = await startChdbBridge(join(folder, 'calls'))
  afterFile(async () => {
    await bridge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const shared = await openFolderStore(join(folder, 'recordings'))
  recordings = {
    ...shared,
    async put(key, chunks) {
      written += 1
      await shared.put(key, chunks)
    },
  }
  const parts = {
    databaseUrl: (await startRealPostgres()).url,
    clickhouseUrl: bridge.url,
    wrapRecordings: () => recordings,
  }
  client = await RecordingClient.open(parts)
  other = await openTestApp(parts)
})

it('what one process corrects, another one on the same servers sees whole', { tags: ['soak'] }, async () => {
  const corrections = await Corrections.begin({ writer: client.app, reader: other })
  const write = async () => {
    for (let round = 0; round < times(1, 200); round++) await corrections.correct()
  }
  expect(await readWhile(write, corrections.readings())).toEqual([])
})

it('each recording is worked on by one process alone, once', { tags: ['soak'] }, async () => {
  const calls = await client.calls(times(1, 40))
  const ids: string[] = []
  for (const call of calls) {
    for (let number = 0; number < times(4, 10); number++) {
      const sound = Buffer.from(soundFixture('tones.wav'))
      sound.writeUInt32LE(ids.length, sound.length - 4)
      const answer = await (number % 2 === 0 ? client.app : other).ask({
        method: 'PUT',
        path: `/api/calls/${call}/recording`,
        body: sound,
        token: client.key,
        headers: { 'content-type': 'audio/wav' },
      })
      expect(answer.status).toBe(201)
      const { id } = uploadRecording.response.parse(answer.json())
      ids.push(id)
      // Both have it to do, twice.
      for (const { queue } of [client.app.runtime, other.runtime]) await queueWork(queue, id)
    }
  }
  for (const id of ids)
    expect(await client.worked(id)).toMatchObject({ redactionStatus: 'redacted', revision: 2 })
  // Each came in, and was redacted, once.
  expect(written).toBe(2 * ids.length)
  expect(await recordings.list()).toHaveLength(2 * ids.length)
})
