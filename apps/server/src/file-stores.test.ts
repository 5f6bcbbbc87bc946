import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { openS3Server, s3Keys } from '#test/s3-server.ts'
import { readConfig } from './config.ts'
import { openFileStores } from './file-stores.ts'
import { DataDir } from './lib/files/data-dir.ts'
import type { FileStore } from './lib/files/file-store.ts'

async function openAll(given: Record<string, string>) {
  const path = temporaryFolder()
  const dataDir = DataDir.open(path)
  afterFile(() => dataDir.close())
  return { path, stores: await openFileStores(readConfig({ DATA_DIR: path, ...given }), dataDir) }
}

async function* contentOf(text: string) {
  yield Buffer.from(text)
  await Promise.resolve()
}

it.each(['a folder', 'a bucket'])(
  'files of all kinds are in one place, apart from each other: %s',
  async (kind) => {
    const folder = temporaryFolder()
    const { path, stores } = await openAll({
      FILES_URL: kind === 'a bucket' ? (await openS3Server()).url : `file://${folder}`,
      AWS_ACCESS_KEY_ID: s3Keys.id,
      AWS_SECRET_ACCESS_KEY: s3Keys.secret,
    })
    const all = Object.entries<FileStore>({ ...stores })
    for (const [name, store] of all) await store.put('same.csv', contentOf(name))
    for (const [name, store] of all) {
      expect(await store.list()).toEqual(['same.csv'])
      const file = await store.get('same.csv')
      expect(String(file && (await buffer(file.bytes)))).toBe(name)
    }
    await stores.exportFiles.delete('same.csv')
    expect(await stores.exportFiles.list()).toEqual([])
    expect(await stores.recordingFiles.list()).toEqual(['same.csv'])
    // Nothing of them is left in the data folder.
    const left = readdirSync(path).flatMap((name) =>
      name.endsWith('-to-send') ? readdirSync(join(path, name)) : [],
    )
    expect(left).toEqual([])
    expect(readdirSync(path)).not.toContain('exports')
  },
)
