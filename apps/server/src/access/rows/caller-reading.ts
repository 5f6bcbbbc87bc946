import type { CallReading } from '../../db/calls/stored-calls.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { Caller } from '../callers/caller.ts'

/** What somebody reads calls, and records about them, by. */
export interface CallerReading extends CallReading {
  db: Db
  caller: Caller
}
