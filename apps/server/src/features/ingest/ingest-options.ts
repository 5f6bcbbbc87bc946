import type { CallCheckpoints } from '../../db/embedded-calls/call-checkpoints.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { SharedNumber } from '../../db/calls/snapshots.ts'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import type { Log } from '../../lib/log.ts'
import type { LeaseOptions } from './writer-lease/writer-lease.ts'

export interface IngestOptions {
  db: Db
  calls: CallStore
  geography: Geography
  /** Used by this process only. */
  spoolFolder: string
  log: Log
  /** The store is embedded: nobody else can add calls, so a call that is not known here is new. */
  isEmbedded: boolean
  /** For the other processes, when the store is not ours. */
  sharedNumber?: SharedNumber | undefined
  /** Where other processes may write calls, too; where none is given the data folder is this process's alone. */
  lease?: LeaseOptions | undefined
  /** False where this process never writes calls itself. */
  isCandidate?: boolean | undefined
  /** Of an embedded store of calls. */
  checkpoints?: CallCheckpoints | undefined
  /** Five seconds by default. */
  checkpointIntervalMs?: number | undefined
  /** Disk space to be left to the databases; 384 MiB by default. */
  reserveBytes?: number
  keptAnswerBytes?: number | undefined
  /** What may wait to be inserted; 300,000 calls and 1 GiB by default. */
  waiting?: { rows: number; bytes: number }
}
