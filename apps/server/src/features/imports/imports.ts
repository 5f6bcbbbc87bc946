import type { Output } from '@callboard/contract/endpoint'
import type { Import, listUpdatedCalls, undoImport, UpdatedCall } from '@callboard/contract/imports'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { type ListPage, mapItems } from '../../db/records/list-page.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { selectNames } from './call-store.ts'
import type { ImportRunner } from './import-runner.ts'
import { readLedger } from './ledger.ts'
import * as store from './store.ts'
import { planUndo, type UndoParts } from './undo.ts'

export interface ImportParts extends UndoParts {
  ingest: UndoParts['ingest'] & Pick<Ingest, 'isWriter'>
  runner: ImportRunner
}

const dayMs = 86_400_000

export async function searchImports(
  { db }: Pick<ImportParts, 'db'>,
  _caller: Caller,
  asked: Parameters<typeof store.selectImports>[1],
): Promise<ListPage<Import>> {
  const { keepImportsDays } = await readSettings(db)
  return mapItems(await store.selectImports(db, asked), (row) => importOf(row, keepImportsDays))
}

export async function getImport(
  { db }: Pick<ImportParts, 'db'>,
  _caller: Caller,
  { id }: { id: string },
): Promise<Import> {
  return await findImport(db, id)
}

export async function findImport(db: Db, id: string): Promise<Import> {
  const { keepImportsDays } = await readSettings(db)
  return importOf(orNotFound(await store.selectImport(db, id)), keepImportsDays)
}

/** One that has ended stays as it is. */
export async function stopImport(
  { db, files, runner }: ImportParts,
  caller: Caller,
  { id }: { id: string },
): Promise<Import> {
  orNotFound(await store.selectImport(db, id))
  let wasUploading = false
  await changeBy(db, caller, async (transaction) => {
    const now = new Date()
    const ended = { state: 'stopped', is_stopping: true, ended_at: now, file_deleted_at: now } as const
    wasUploading = await store.updateImport(transaction, { id, states: ['uploading'] }, ended)
    await store.updateImport(transaction, { id, states: ['running'] }, { is_stopping: true })
  })
  if (wasUploading) await files.delete(id)
  runner.stop(id)
  return await findImport(db, id)
}

/** Throws `conflict` for one that is under way, and for one of which is not known any more what it brought. */
export async function undoOf(
  parts: ImportParts,
  caller: Caller,
  { id, confirm }: { id: string; confirm: boolean },
): Promise<Output<typeof undoImport>> {
  const { db, runner } = parts
  const row = orNotFound(await store.selectImport(db, id))
  const refusal = refusalOf(row)
  if (refusal !== undefined) throw new AppError('conflict', refusal)
  const undo = await planUndo(parts, { id, customerId: row.customer_id })
  if (confirm) {
    await changeBy(db, caller, async (transaction) => {
      const values = { state: 'undoing', undo: JSON.stringify(undo), ended_at: null } as const
      const isBegun = await store.updateImport(transaction, { id, states: undoable }, values)
      if (!isBegun) throw new AppError('conflict', 'This import is being undone already.')
    })
    runner.wake()
  }
  return { undo, import: await findImport(db, id) }
}

const undoable = ['done', 'stopped', 'failed'] as const

function refusalOf({ state, is_dry_run: isDryRun, file_deleted_at: deletedAt }: store.ImportRow) {
  if (isDryRun) return 'This only counted what would happen: there is nothing to undo.'
  if (state === 'undone') return 'This import is undone.'
  if (state === 'undoing') return 'This import is being undone already.'
  if (state === 'uploading' || state === 'running') return 'This import is under way. Stop it first.'
  if (deletedAt !== null) return 'What this import brought is no longer known: its file was deleted.'
  return undefined
}

/** Those that were there before, each once, in the order of the file. */
export async function listUpdated(
  parts: ImportParts,
  _caller: Caller,
  { id, page, pagesize: pageSize }: { id: string; page: number; pagesize: number },
): Promise<Output<typeof listUpdatedCalls>> {
  const { db, files } = parts
  const { customer_id: customerId } = orNotFound(await store.selectImport(db, id))
  const ids: string[] = []
  let total = 0
  for await (const entries of readLedger(files, id))
    for (const entry of entries) {
      if (entry.kind !== 'updated') continue
      if (total >= (page - 1) * pageSize && ids.length < pageSize) ids.push(entry.id)
      total += 1
    }
  const found = await selectNames(parts, { customerId, ids })
  const named = new Map(found.map((call) => [call.id, call]))
  const items = ids.map(
    (one): UpdatedCall => named.get(one) ?? { id: one, externalCallId: null, startedAt: null },
  )
  return { items, total, page, pageSize }
}

function importOf(row: store.ImportRow, keptDays: number): Import {
  const { bytes, rows, created, updated, unchanged, rejected, rejections, warnings, state, way } = row
  const isKept = row.file_deleted_at === null && row.ended_at !== null && !row.is_dry_run
  return {
    bytes,
    rows,
    created,
    updated,
    unchanged,
    rejected,
    // Those of older imports have no value.
    rejections: rejections.map((reason) => ({ value: null, ...reason })),
    warnings,
    state,
    way,
    id: row.id,
    sourceId: row.source_id,
    sourceName: row.source_name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    sourceSystem: row.source_system,
    name: row.name,
    isDryRun: row.is_dry_run,
    userId: row.user_id,
    userName: row.user_name,
    fullName: row.full_name,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    bytesReceived: row.bytes_received,
    bytesRead: row.bytes_read,
    rowsPerSecond: row.rows_per_second,
    secondsLeft: row.seconds_left,
    error: row.error,
    sameAs: row.same_as && { id: row.same_as.id, createdAt: new Date(row.same_as.at).toISOString() },
    firstCallAt: row.first_call_at?.toISOString() ?? null,
    lastCallAt: row.last_call_at?.toISOString() ?? null,
    keptUntil: isKept ? new Date((row.ended_at?.getTime() ?? 0) + keptDays * dayMs).toISOString() : null,
    undo: row.undo,
    revision: row.revision,
  }
}
