import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db, Transaction } from '../../../db/tables/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { FolderJournal } from './folder-journal.ts'
import { type JournalContent, type JournalEntry, nameOfBatch } from './journal.ts'
import * as store from './journal-store.ts'

interface Moving {
  db: Db
  fence: Fence
  spoolFolder: string
  log: Log
}

/**
 * Moves what a folder still has into PostgreSQL: from the time before the journal was there. The folder is set aside first, and
 * its new name noted with what it had, so that nothing is moved twice when the process ends in between.
 */
export async function moveFolderJournal(
  moving: Moving,
  { content }: { content: JournalContent },
): Promise<void> {
  const { spoolFolder } = moving
  const [parent, prefix] = [dirname(spoolFolder), `${basename(spoolFolder)}-moving-`]
  if (Object.values(content).some((entries: unknown[]) => entries.length > 0)) {
    await rename(spoolFolder, join(parent, `${prefix}${randomBytes(6).toString('hex')}`))
    await mkdir(spoolFolder)
  }
  for (const name of (await readdir(parent)).toSorted()) {
    if (name.startsWith(prefix)) await moveFolder(moving, join(parent, name))
  }
}

async function moveFolder({ db, fence, log }: Moving, folder: string): Promise<void> {
  const name = basename(folder)
  const { journal, content } = await FolderJournal.open(folder, 0)
  const isMoved = await db.transaction().execute(async (transaction) => {
    await fence(transaction)
    const kinds = new Set((await store.selectEntries(transaction)).map(({ kind }) => kind))
    const isHalfDone = content.merges.length > 0 || content.changes.length > 0
    // Of half done work there is one at a time: this one's comes when the other is finished.
    if (isHalfDone && (kinds.has('merge') || kinds.has('change'))) return false
    if (await store.insertMovedFolder(transaction, name)) await insertAll(transaction, journal, content)
    return true
  })
  if (!isMoved) {
    log.error({ folder }, 'calls that were accepted earlier are moved into PostgreSQL at the next start')
    return
  }
  await rm(folder, { recursive: true })
  await db.transaction().execute(async (transaction) => await store.deleteEntries(transaction, [name]))
}

async function insertAll(
  transaction: Transaction,
  journal: FolderJournal,
  { accepted, inserted, merges, changes }: JournalContent,
): Promise<void> {
  const insert = async (kind: store.JournalKind, { name, version }: JournalEntry, content: Buffer) => {
    const notes = await journal.readNotes({ name, version, bytes: content.length })
    await store.insertEntry(transaction, { name, kind, version, content, notes })
  }
  for (const entry of accepted) await insert('accepted', entry, await journal.readAccepted(entry))
  for (const entry of inserted) await insert('inserted', entry, await journal.readInserted(entry))
  for (const merge of merges)
    await journal.withMergeFile(merge, async (path) => await insert('merge', merge, await readFile(path)))
  for (const number of changes) {
    const entry = { name: nameOfBatch(number, '0'), version: number, bytes: 0 }
    await insert('change', entry, Buffer.alloc(0))
  }
}
