import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import type { LastRuns } from './last-runs.ts'

/** What a report runs with, and how it is answered. */
export interface Running {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Snapshots
  lastRuns: LastRuns
  caller: Caller
  accept: string
  signal: AbortSignal
}
