import type { Generated, GeneratedAlways } from 'kysely'

/** The lease of the process that writes calls: one row, or none before the first. */
interface CallWriterTable {
  /** Rises with each process that takes it over. */
  epoch: number
  is_only: Generated<boolean>
  holder: string
  /** Where the process runs, for people. */
  name: string
  /** Where the other processes reach it; null while it does not listen, and of earlier versions. */
  address: string | null
  /** By which it knows what they pass on. */
  secret: string | null
  taken_at: Date
  expires_at: Date
}

interface CallJournalTable {
  name: string
  kind: string
  version: number
  content: Buffer
  /** JSON. */
  notes: string | null
}

/** Calls that can be read now, for the event streams of every process. */
interface CallNewsTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  calls: unknown
}

export interface CallWriterTables {
  call_writer: CallWriterTable
  call_journal: CallJournalTable
  call_news: CallNewsTable
}
