import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadRecording } from '@callboard/contract/recordings'
import { beforeAll, expect, it, vi } from 'vitest'
import { queueWork } from '#server/features/recordings/work.ts'
import { planRuns } from '#server/features/subscriptions/plan-runs.ts'
import { type FileStore, openFolderStore } from '#server/lib/file-store.ts'
import { afterFile } from './after-file.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { startRealPostgres } from './real-postgres.ts'
import { RecordingClient, soundFixture } from './recording-client.ts'
import { Corrections, readWhile } from './corrections-meanwhile.ts'
import { times } from './soak.ts'
import { DeliveringPortal } from './subscriptions/delivering-portal.ts'
import { DueAgain } from './subscriptions/due-again.ts'
import { expectSentOnce } from './subscriptions/sent-once.ts'
import type { TestApp } from './test-app.ts'

let client: RecordingClient
let delivering: DeliveringPortal
let other: TestApp
let recordings: FileStore
let written = 0

/** Two processes on one PostgreSQL, one ClickHouse and the same folders of recordings and deliveries. */
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
    deliveriesFolder: join(folder, 'deliveries'),
  }
  client = await RecordingClient.open(parts)
  delivering = await DeliveringPortal.open(parts)
  other = delivering.test
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

it('what is due is planned, rendered and sent by one process alone, once', { tags: ['soak'] }, async () => {
  const { db, sink, runner } = delivering
  const due = await DueAgain.open(delivering, times(2, 20))
  const runtimes = [client.app.runtime, other.runtime]
  for (let round = 0; round < times(1, 30); round++) {
    await due.makeDue(db)
    await Promise.all(runtimes.map(async (runtime) => await planRuns(runtime)))
    for (const one of [client.app.runtime.deliveryRunner, runner]) one.wake()
    await vi.waitUntil(async () => (await due.endPauses(db)) === 0, { interval: 20 })
    due.take(sink)
  }
  await expectSentOnce(due, db)
})
