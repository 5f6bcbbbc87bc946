import type { Caller } from '../../../access/callers/caller.ts'
import type { CallReading } from '../../../db/calls/stored-calls.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { LastRuns } from '../saved/last-runs.ts'

/** Who asks, and when: relative periods are those of that moment, which is now unless given. */
export interface Asking {
  db: Db
  caller: Caller
  askedAt?: Date
  /** It is asked for a mail: nothing that takes the right to originals of recordings goes into it, whoever asks. */
  leavesPortal?: boolean
}

/** What a report runs with, and how it is answered. */
export interface Running extends Asking, CallReading {
  lastRuns: LastRuns
  accept: string
}
