/** How much of everything is measured. */
export const defaultSizes = {
  /** Calls in the table. */
  calls: 1_000_000,
  /** Rounds of each question; the median counts. */
  rounds: 15,
  /** Back from now, of which changes are explained. */
  explainedDays: [30, 90, 365],
  /** That are corrected at once. */
  correctedCalls: 1000,
  correctionPauseMs: 2000,
  /** Questions of one customer, at rest and while somebody asks more than can be answered. */
  floodRounds: 200,
  /** Wrong passwords for a name, by turns with one that nobody has. */
  wrongPasswords: 200,
  /** Event streams of a user who loses the right. */
  streams: 200,
  users: 10_000,
  entities: 50_000,
  /** Records of changes in their table. */
  changes: 1_000_000,
  /** How often each list is asked for. */
  listRounds: 25,
  /** Requests of 1,000 calls each. */
  batches: 200,
  /** Requests of one call. */
  singles: 3000,
  /** Between the requests of whoever uses the portal meanwhile. */
  bystanderPauseMs: 5,
  concurrentSignIns: 10_000,
  slowSockets: 1000,
  /** Recordings that are taken in and worked on one after the other. */
  recordings: 1000,
  recordingSeconds: 88,
  /** Parts of a recording that are read. */
  ranges: 300,
  /** Subscriptions that are due at the same time. */
  subscriptions: 1000,
  /** In each of their files. */
  subscribedRows: 1000,
  subscribedCalls: 1_000_000,
  /** Until all of them are due after the start, with time for a first mail before. */
  untilDueMs: 20_000,
  /** Copies of a file of a telephone system that are imported. */
  importCopies: 10_000,
  /** Rows of a file that is imported by a mapping while somebody else uses the portal. */
  importedRows: 1_000_000,
  /** Records of a phone system, each posted alone. */
  webhooks: 10_000,
  /** Rows of files that are read by a mapping. */
  mappedRows: 500_000,
  mappedSheetRows: 100_000,
  demoCalls: 200_000,
}

export type Sizes = typeof defaultSizes

/** With which each part still has something to measure: to see that all of them work, no more. */
export const minSizes: Sizes = {
  calls: 1000,
  rounds: 1,
  explainedDays: [30],
  correctedCalls: 10,
  correctionPauseMs: 100,
  floodRounds: 2,
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
  importedRows: 1000,
  webhooks: 20,
  mappedRows: 1000,
  mappedSheetRows: 200,
  demoCalls: 1000,
}
