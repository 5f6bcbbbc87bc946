import type { ImportState, ImportUndo, ImportWay } from '@callboard/contract/imports'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A file of a source, and what became of it. */
export interface ImportTable {
  id: Generated<string>
  source_id: string
  /** Of the file. */
  name: string
  way: ImportWay
  state: ImportState
  is_dry_run: Defaulted<boolean>
  user_id: string | null
  created_at: Generated<Date>
  started_at: Date | null
  ended_at: Date | null
  bytes: number
  /** Of an upload, what is on the disk. */
  bytes_received: Defaulted<number>
  /** Of a file that is read where it is; null of one that was uploaded. */
  path: string | null
  sha256: Uint8Array | null
  /** The source as it was when the file began to be read, so that it is read alike after a restart. */
  context: JSONColumnType<object | null, string | null | undefined, string | null>
  bytes_read: Defaulted<number>
  rows: Defaulted<number>
  created: Defaulted<number>
  updated: Defaulted<number>
  unchanged: Defaulted<number>
  rejected: Defaulted<number>
  rejections: JSONColumnType<
    { description: string; count: number; value?: string | null }[],
    string | undefined
  >
  rows_per_second: number | null
  seconds_left: number | null
  warnings: JSONColumnType<string[], string | undefined>
  first_call_at: Date | null
  last_call_at: Date | null
  /** Somebody asked for its end. */
  is_stopping: Defaulted<boolean>
  /** With what is needed to undo it. */
  file_deleted_at: Date | null
  error: string | null
  undo: JSONColumnType<ImportUndo | null, string | null | undefined, string | null>
  revision: Defaulted<number>
}

/** What became of the calls of an import, in the format of its ledger. */
export interface ImportLedgerPartTable {
  id: GeneratedAlways<number>
  import_id: string
  content: Buffer
}
