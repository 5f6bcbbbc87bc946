import type { CallStore } from './call-store.ts'
import type { Snapshots } from './snapshots.ts'

/** What calls are read from. */
export interface StoredCalls {
  calls: CallStore
  snapshots: Snapshots
}

/** For an answer that somebody waits for. */
export interface CallReading extends StoredCalls {
  signal: AbortSignal
}
