import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { DataDir, StartError, unfinishedRestore } from '#server/lib/files/data-dir.ts'
import { type FileStore, openFolderStore } from '#server/lib/files/file-store.ts'
import { readS3Address } from '#server/lib/outside/s3-address.ts'
import { openS3Server, s3Keys } from '#test/s3-server.ts'
import { type BackupKey, encryptingKey, noKey } from './backup-key.ts'
import { BackupPlace, DamagedBackup } from './backup-place.ts'
import { isDue } from './daily-backup.ts'
import type { Manifest } from './manifest.ts'
import { openFilesOfPlace } from './open-place.ts'
import { packFolders } from './pack-files.ts'
import { restoreBackup } from './restore-backup.ts'

const top = temporaryFolder()

let made = 0
const signal = new AbortController().signal
const key = await encryptingKey(Buffer.alloc(32, 7))
const name = '2026-11-28T03-00-00Z'

/** Files such as a portal has: many small ones, a large one, an empty one, an empty folder. */
function makeFiles(): string {
  const folder = join(top, `files ${++made}`)
  mkdirSync(join(folder, 'parts/empty'), { recursive: true })
  for (let at = 0; at < 40; at++)
    writeFileSync(join(folder, 'parts', `${at}.bin`), `part ${at} `.repeat(at * 20))
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(20 << 20, 'callboard '))
  writeFileSync(join(folder, 'nothing.bin'), '')
  writeFileSync(join(folder, 'being-written.part'), 'half')
  return folder
}

async function openPlace(
  where: string | FileStore,
  how: { key?: BackupKey; portalId?: string } = {},
): Promise<BackupPlace> {
  const { key: given = key, portalId } = how
  const store = typeof where === 'string' ? await openFolderStore(where) : where
  return await BackupPlace.open(store, given, portalId)
}

async function backUp(
  files: string,
  folder: string | FileStore,
  how: { key?: BackupKey; name?: string } = {},
) {
  const place = await openPlace(folder, { ...how, portalId: 'one' })
  const folders = [{ path: files, name: 'postgres', isPacked: true }]
  const { written, ...content } = await packFolders(folders, { place, signal, onBytes: () => {} })
  const rest = { format: 1 as const, at: '2026-11-28T03:00:00.000Z', version: '1', leftOut: [] }
  const manifest: Manifest = { ...rest, calls: { number: 0, count: 0, hash: '0' }, ...content }
  await place.keepManifest(how.name ?? name, manifest)
  return { place, manifest, written }
}

/** Paths and contents. */
function contentOf(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path.slice(folder.length), readIfFile(path)])
}

function readIfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'base64')
  } catch {
    return undefined
  }
}

describe('a place of backups', () => {
  it.each([
    ['without a key', noKey],
    ['with a key', key],
  ])('gives back every file and every folder, %s', async (_, one) => {
    const [files, folder, dataDir] = [makeFiles(), join(top, `place ${++made}`), join(top, `data ${++made}`)]
    await backUp(files, folder, { key: one })
    const place = await openPlace(folder, { key: one })
    await restoreBackup({ place, manifest: await place.readManifest(name), dataDir, signal })
    const restored = contentOf(join(dataDir, 'postgres'))
    expect(restored).toEqual(contentOf(files).filter(([path]) => path !== '/being-written.part'))
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('holds nothing that can be read without its key', async () => {
    const [files, folder] = [makeFiles(), join(top, `place ${++made}`)]
    await backUp(files, folder)
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), 'latin1')).not.toMatch(/part \d|large/)
    for (const other of [noKey, await encryptingKey(Buffer.alloc(32, 8))])
      await expect(openPlace(folder, { key: other })).rejects.toThrow(/another key|encrypted/)
  })

  it('keeps a content once, however many backups have it', async () => {
    const [files, folder] = [makeFiles(), join(top, `place ${++made}`)]
    const first = await backUp(files, folder)
    expect((await backUp(files, folder, { name: '2026-11-29T03-00-00Z' })).written).toBe(0)
    writeFileSync(join(files, 'parts/7.bin'), 'changed')
    const third = await backUp(files, folder, { name: '2026-11-30T03-00-00Z' })
    expect(third.written).toBeGreaterThan(0)
    expect(third.written).toBeLessThan(first.written)
  })

  it('deletes old backups with what no other one has, and never the newest', async () => {
    const [files, folder, dataDir] = [makeFiles(), join(top, `place ${++made}`), join(top, `data ${++made}`)]
    await backUp(files, folder, { name: '2026-11-01T03-00-00Z' })
    writeFileSync(join(files, 'large.bin'), Buffer.alloc(9 << 20, 'another one '))
    const { place, manifest } = await backUp(files, folder, { name: '2026-11-02T03-00-00Z' })
    const before = readdirSync(folder).length
    expect(await place.deleteBefore(Date.parse('2026-12-01'))).toBe(1)
    expect(await place.list()).toEqual(['2026-11-02T03-00-00Z'])
    expect(readdirSync(folder).length).toBeLessThan(before - 1)
    await restoreBackup({ place, manifest, dataDir, signal })
    expect(await place.deleteBefore(Date.parse('2026-12-01'))).toBe(0)
  })

  it('tells that a byte of it has changed, or that a file is gone, before a portal starts on it', async () => {
    const [files, folder] = [makeFiles(), join(top, `place ${++made}`)]
    const { place, manifest } = await backUp(files, folder)
    const [object = ''] = readdirSync(folder).filter((file) => file.endsWith('.object'))
    const whole = readFileSync(join(folder, object))
    const restore = async (dataDir: string) => await restoreBackup({ place, manifest, dataDir, signal })
    for (const [at, bytes] of [
      whole.map((byte, index) => (index === 40 ? byte ^ 1 : byte)),
      whole.subarray(0, -1),
    ].entries()) {
      writeFileSync(join(folder, object), bytes)
      const dataDir = join(top, `damaged ${made} ${at}`)
      await expect(restore(dataDir)).rejects.toThrow(DamagedBackup)
      expect(() => DataDir.open(dataDir)).toThrow('has not come to its end')
      // What is mended goes on in the same folder.
      writeFileSync(join(folder, object), whole)
      await restore(dataDir)
    }
    rmSync(join(folder, object))
    await expect(restore(join(top, `damaged ${made} gone`))).rejects.toThrow(`${object} is missing`)
  })

  it('is refused where something else is, or the backups of another portal', async () => {
    const [files, folder] = [makeFiles(), join(top, `place ${++made}`)]
    await expect(openPlace(files, { portalId: 'one' })).rejects.toThrow('holds something else')
    await expect(openPlace(join(top, 'nothing here'))).rejects.toThrow('There are no backups in this place.')
    await backUp(files, folder)
    await expect(openPlace(folder, { portalId: 'other' })).rejects.toThrow('another portal')
  })

  it('may be a bucket', async () => {
    const [files, dataDir] = [makeFiles(), join(top, `data ${++made}`)]
    const address = readS3Address((await openS3Server()).url)
    if ('error' in address) throw new Error(address.error)
    const inBucket = { address, keys: s3Keys, setting: 'BACKUPS_URL' }
    const bucket = await openFilesOfPlace(inBucket, join(top, `to send ${made}`))
    await backUp(files, bucket)
    const place = await BackupPlace.open(bucket, key)
    await restoreBackup({ place, manifest: await place.readManifest(name), dataDir, signal })
    expect(contentOf(join(dataDir, 'postgres'))).toHaveLength(contentOf(files).length - 1)
  })

  it('is not restored over data, nor outside of the folder', async () => {
    const [files, folder] = [makeFiles(), join(top, `place ${++made}`)]
    const { place, manifest } = await backUp(files, folder)
    await expect(restoreBackup({ place, manifest, dataDir: files, signal })).rejects.toThrow('is not empty')
    expect(readdirSync(files)).not.toContain(unfinishedRestore)
    const outside = { ...manifest, folders: ['../outside'] }
    const dataDir = join(top, `data ${++made}`)
    await expect(restoreBackup({ place, manifest: outside, dataDir, signal })).rejects.toThrow(StartError)
  })
})

describe('a daily backup', () => {
  const due = (now: string, last?: string) =>
    isDue({ time: '02:00', timeZone: 'America/New_York', last }, Temporal.Instant.from(now))

  it.each([
    { when: 'before its time', now: '2026-11-28T06:59:00Z', last: '2026-11-27T07:00:00Z', is: false },
    { when: 'at its time', now: '2026-11-28T07:00:00Z', last: '2026-11-27T07:00:00Z', is: true },
    { when: 'when it was made', now: '2026-11-28T09:00:00Z', last: '2026-11-28T08:00:05Z', is: false },
    {
      when: 'late, where the portal did not run at its time',
      now: '2026-11-28T22:00:00Z',
      last: '2026-11-25T08:00:00Z',
      is: true,
    },
    { when: 'when there was none', now: '2026-11-28T08:10:00Z', last: undefined, is: true },
    {
      when: 'on the day that has no such hour',
      now: '2026-03-08T07:00:00Z',
      last: '2026-03-07T07:00:00Z',
      is: true,
    },
  ])('is due $when: $is', ({ now, last, is }) => {
    expect(due(now, last)).toBe(is)
  })
})
