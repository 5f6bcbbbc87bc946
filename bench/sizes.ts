/** How much of everything is measured. */
export interface Sizes {
  /** Calls in the table. */
  calls: number
  /** Rounds of each question; the median counts. */
  rounds: number
  /** Back from now, of which changes are explained. */
  explainedDays: readonly number[]
  /** That are corrected at once. */
  correctedCalls: number
  correctionPauseMs: number
  /** Wrong passwords for a name, by turns with one that nobody has. */
  wrongPasswords: number
  /** Event streams of a user who loses the right. */
  streams: number
  users: number
  entities: number
  /** Records of changes in their table. */
  changes: number
  /** How often each list is asked for. */
  listRounds: number
  /** Requests of 1,000 calls each. */
  batches: number
  /** Requests of one call. */
  singles: number
  /** Between the requests of whoever uses the portal meanwhile. */
  bystanderPauseMs: number
  concurrentSignIns: number
  slowSockets: number
  /** Recordings that are taken in and worked on one after the other. */
  recordings: number
  recordingSeconds: number
  /** Parts of a recording that are read. */
  ranges: number
  /** Subscriptions that are due at the same time. */
  subscriptions: number
  /** In each of their files. */
  subscribedRows: number
  subscribedCalls: number
  /** Until all of them are due after the start, with time for a first mail before. */
  untilDueMs: number
  /** Copies of a file of a telephone system that are imported. */
  importCopies: number
  demoCalls: number
}

export const defaultSizes: Sizes = {
  calls: 1_000_000,
  rounds: 15,
  explainedDays: [30, 90, 365],
  correctedCalls: 1000,
  correctionPauseMs: 2000,
  wrongPasswords: 200,
  streams: 200,
  users: 10_000,
  entities: 50_000,
  changes: 1_000_000,
  listRounds: 25,
  batches: 200,
  singles: 3000,
  bystanderPauseMs: 5,
  concurrentSignIns: 10_000,
  slowSockets: 1000,
  recordings: 1000,
  recordingSeconds: 88,
  ranges: 300,
  subscriptions: 1000,
  subscribedRows: 1000,
  subscribedCalls: 1_000_000,
  untilDueMs: 20_000,
  importCopies: 10_000,
  demoCalls: 200_000,
}

/** With which each part still has something to measure: to see that all of them work, no more. */
export const minSizes: Sizes = {
  calls: 1000,
  rounds: 1,
  explainedDays: [30],
  correctedCalls: 10,
  correctionPauseMs: 100,
  wrongPasswords: 5,
  streams: 2,
  users: 100,
  entities: 100,
  changes: 200,
  listRounds: 1,
  batches: 1,
  singles: 2,
  bystanderPauseMs: 500,
  concurrentSignIns: 10,
  slowSockets: 2,
  recordings: 1,
  recordingSeconds: 5,
  ranges: 2,
  subscriptions: 2,
  subscribedRows: 2,
  subscribedCalls: 1000,
  untilDueMs: 4000,
  importCopies: 1,
  demoCalls: 1000,
}
