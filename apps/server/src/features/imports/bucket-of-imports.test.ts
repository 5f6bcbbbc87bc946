import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Import, listUpdatedCalls } from '@callboard/contract/imports'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { asteriskFile, ImportClient, type MadeSource } from '#test/clients/imports.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { openS3Server, s3Keys, type S3Server } from '#test/s3-server.ts'
import { openFolderStore } from '../../lib/files/file-store.ts'
import { openBucketOfImports } from './bucket-of-imports.ts'
import { type ImportFiles, openFolderOfImports } from './import-files.ts'
import { Ledger, type LedgerEntry, readLedger } from './ledger.ts'

let client: ImportClient
let storage: S3Server

beforeAll(async () => {
  storage = await openS3Server()
  client = await ImportClient.open({ files: { url: storage.url, keys: s3Keys } })
})

beforeEach(() => {
  storage.trouble = []
})

/** Sends a file in so many parts. */
async function sendParts(source: MadeSource, file: Buffer, count: number): Promise<Import> {
  const size = Math.ceil(file.length / count)
  let last: Import | undefined
  for (let from = 0; from < file.length; from += size) {
    const to = Math.min(from + size, file.length)
    last = Import.parse((await client.sendPart(source, file, { from, to })).json())
  }
  if (last === undefined) throw new Error('the file is empty')
  return last
}

async function entriesOf(files: ImportFiles, id: string): Promise<LedgerEntry[]> {
  const all: LedgerEntry[] = []
  for await (const entries of readLedger(files, id)) all.push(...entries)
  return all
}

const kept = () => client.portal.runtime.imports.files

it('a file that comes in parts is read as one, what it brought is known, and can be undone', async () => {
  const source = await client.source()
  await client.import(source, asteriskFile(2, { caller: '4155550188' }))
  const { id } = await sendParts(source, Buffer.from(asteriskFile(12_000)), 5)
  expect(await client.ended(id)).toMatchObject({ state: 'done', created: 11_998, updated: 2, rejected: 0 })
  const updated = listUpdatedCalls.response.parse(
    expectOk(await client.ask('GET', `/api/import/${id}/updated`)),
  )
  expect(updated.total).toBe(2)
  expect((await client.undone(id)).undo).toMatchObject({ calls: 11_998, gone: 0 })
  expect(await client.calls(source)).toHaveLength(2)
})

it('nothing of it stays in the data folder, and nothing in the bucket when it is deleted', async () => {
  const { id } = await client.import(await client.source(), asteriskFile(10))
  const { folder } = client.portal
  await expect.poll(() => readdirSync(join(folder, 'imports-to-read'))).toEqual([])
  expect(readdirSync(join(folder, 'imports-to-send'))).toEqual([])
  expect(readdirSync(folder)).not.toContain('imports')
  expect(await kept().list()).toContain(id)
  await kept().delete(id)
  expect(await kept().list()).not.toContain(id)
  expect(await entriesOf(kept(), id)).toEqual([])
})

it('an upload that was stopped leaves nothing', async () => {
  const { id } = await client.beginUpload(await client.source())
  expect(await kept().list()).toContain(id)
  expectOk(await client.ask('POST', `/api/import/${id}/stop`))
  expect(await kept().list()).not.toContain(id)
})

const rest = { from: 100 }

it('while the storage is away an upload is refused, and goes on where it was', async () => {
  const source = await client.source()
  const file = Buffer.from(asteriskFile(20))
  await client.beginUpload(source, file, rest.from)
  storage.trouble = Array.from({ length: 20 }, () => 'refuse')
  expectError(await client.sendPart(source, file, rest), 503, 'unavailable')
  storage.trouble = []
  const { id } = Import.parse((await client.sendPart(source, file, rest)).json())
  expect(await client.ended(id)).toMatchObject({ state: 'done', created: 20 })
})

it('what came of a part that broke off and was not acknowledged is not read', async () => {
  const source = await client.source()
  const file = Buffer.from(asteriskFile(20))
  const { id } = await client.beginUpload(source, file, rest.from)
  const broken = await kept().openUpload(id, 120)
  await broken.write(Buffer.alloc(file.length - 120, '\n'))
  await broken.keep()
  await client.sendPart(source, file, rest)
  expect(await client.ended(id)).toMatchObject({ state: 'done', created: 20 })
})

it('an import waits for a storage that is away', async () => {
  const source = await client.source()
  const file = Buffer.from(asteriskFile(3))
  const { id } = await client.beginUpload(source, file, rest.from)
  const upload = await kept().openUpload(id, rest.from)
  await upload.write(file.subarray(rest.from))
  await upload.keep()
  storage.trouble = Array.from({ length: 3 }, () => 'refuse')
  const { db } = client.portal.runtime
  await db.updateTable('import').set({ state: 'running' }).where('id', '=', id).execute()
  expect(await client.ended(id)).toMatchObject({ state: 'done', created: 3 })
  expect(storage.trouble).toEqual([])
})

it('a file of which the storage has lost a part ends with a sentence, and nothing is taken of it', async () => {
  const source = await client.source()
  const file = Buffer.from(asteriskFile(30))
  const { id } = await client.beginUpload(source, file, rest.from)
  await kept().delete(id)
  expect((await client.sendPart(source, file, rest)).status).toBe(201)
  expect(await client.ended(id)).toMatchObject({
    state: 'failed',
    created: 0,
    error: 'The file is no longer whole where the portal keeps files. Upload it again.',
  })
  expect(await client.calls(source)).toEqual([])
})

it('what was kept in a folder before there was a bucket is moved, but for what a crash cut short', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-imports-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const { id } = await client.import(await client.source(), asteriskFile(1))
  await kept().delete(id)
  const [earlier, copies] = [join(folder, 'imports'), join(folder, 'copies')]
  const inFolder = await openFolderOfImports(earlier)
  const upload = await inFolder.openUpload(id, 0)
  await upload.write(Buffer.from('all of it'))
  await upload.close()
  const entry = { kind: 'created', id, contentHash: '12' } as const
  const ledger = await Ledger.open(inFolder, id, () => {})
  await ledger.plan(0, [entry])
  await ledger.close()
  appendFileSync(join(earlier, `${id}.ledger`), 'cut')

  const { db } = client.portal.runtime
  const store = await openFolderStore(join(folder, 'bucket'))
  const moved = await openBucketOfImports({ db, store, copies, earlier })
  expect(readdirSync(earlier)).toEqual([])
  expect(readFileSync(await moved.openForReading(id, 9), 'utf8')).toBe('all of it')
  const more = Array.from({ length: 40 }, (_, at) => ({ ...entry, contentHash: `${at + 13}` }))
  const goneOn = await Ledger.open(moved, id, () => {})
  for (const [at, one] of more.entries()) await goneOn.plan(at + 1, [one])
  await goneOn.close()
  expect(await entriesOf(moved, id)).toEqual([entry, ...more])
})
