import { createHash } from 'node:crypto'
import type { FileStore } from '../../../lib/files/file-store.ts'
import type { Log } from '../../../lib/log.ts'
import * as store from './check-store.ts'
import type { Storage } from './storage.ts'
import type { RecordingRow } from './store.ts'

/** After so many nights every file was looked at once, unless there are more than can be read in the time. */
const nights = 30
const minBytes = 2 ** 30
/** Jobs of the queue may take 15 minutes. */
const maxRunMs = 10 * 60_000
/** So many at once are no damage: the storage is another one, or an empty folder. */
const maxDamaged = 100

/**
 * Compares a part of all stored files with the hashes that were kept when they were written, and notes where they differ; another
 * part each night. Throws what the storage throws while it is away.
 */
export async function checkFiles({ db, files, log }: Storage & { log: Log }): Promise<void> {
  const begin = new Date()
  let left = Math.max(minBytes, (await store.selectStoredBytes(db)) / nights)
  let found = 0
  while (left > 0 && found < maxDamaged && Date.now() < begin.getTime() + maxRunMs) {
    const recording = await store.selectUnchecked(db, begin)
    if (recording === undefined) return
    const damage = await findDamage(files, recording)
    await store.updateChecked(db, recording, damage)
    left -= recording.bytes + (recording.redacted_bytes ?? 0)
    if (damage === null || recording.damage !== null) continue
    found += 1
    log.error({ recording: recording.id, damage }, 'a file of a recording is not what was written')
  }
}

async function findDamage(files: FileStore, row: RecordingRow): Promise<string | null> {
  const versions = [
    { name: 'original', key: row.original_key, size: row.bytes, sha256: row.sha256 },
    {
      name: 'redacted version',
      key: row.redacted_key,
      size: row.redacted_bytes,
      sha256: row.redacted_sha256,
    },
  ]
  for (const { name, key, size, sha256 } of versions) {
    if (key === null || size === null || sha256 === null) continue
    const stored = await files.get(key)
    if (stored === undefined) return `The ${name} is not in the storage.`
    const hash = createHash('sha256')
    const chunks: AsyncIterable<Uint8Array> = stored.bytes
    for await (const chunk of chunks) hash.update(chunk)
    if (stored.size !== size || !hash.digest().equals(sha256))
      return `The ${name} in the storage is not the one that was written.`
  }
  return null
}
