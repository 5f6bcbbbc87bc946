import { z } from 'zod'
import { callDamageKinds, CallProblem } from './call-problems.ts'
import { endpoint } from './endpoint.ts'
import { ofEachCounted } from './record-counts.ts'
import { Guid, Instant } from './scalars.ts'

/** What an administrator looks at first. */
export const Overview = z.strictObject({
  users: z.strictObject({
    active: z.int(),
    /** Created or invited, but never signed in. */
    neverSignedIn: z.int(),
    signedInToday: z.int(),
  }),
  /** Of each type of record that is counted; reports without the parts of the dashboard. */
  ...ofEachCounted(z.int()),
  /** Those that the search for `failedLately` finds. */
  failedDeliveries: z.int(),
  /** `failed` as `failedDeliveries`. */
  mails: z.strictObject({ waiting: z.int(), failed: z.int() }),
  /** Addresses to which nothing is sent, as mails came back. */
  stoppedAddresses: z.int(),
  /** Since when the bounce mailbox cannot be read, and why; null when it can. */
  bounceMailbox: z.strictObject({ error: z.string(), since: Instant }).nullable(),
  /** Background jobs that failed for good, by name. */
  failedJobs: z.array(z.strictObject({ name: z.string(), count: z.int() })),
  /** Of the calls whose return is worked out anew after a change of the setting; null when that is done. */
  recalculation: z.strictObject({ callsDone: z.int(), callsTotal: z.int() }).nullable(),
  /** Who played unusually many originals within an hour of the last day, by the setting. */
  unusualListening: z.array(
    z.strictObject({ userName: z.string(), fullName: z.string(), originals: z.int() }),
  ),
  /** Recordings that wait to be examined until the storage is back, and what the last of them says; null when none does. */
  waitingRecordings: z.strictObject({ count: z.int(), why: z.string() }).nullable(),
  /** Recordings whose files are not what was written, by the check at night; `items` are the first of them. */
  damagedRecordings: z.strictObject({
    count: z.int(),
    items: z.array(z.strictObject({ id: Guid, callStartedAt: Instant, damage: z.string() })),
  }),
  /** What the check of the stored calls found, and nobody repaired; of `relations`, how many callers. */
  damagedCalls: z.array(z.strictObject({ kind: z.enum(callDamageKinds), count: z.int() })),
  /**
   * Which process writes calls, and where it runs; its name is null while none does. Null where no other process can.
   */
  callWriter: z.strictObject({ isThisProcess: z.boolean(), name: z.string().nullable() }).nullable(),
  /** Of the store of calls, also those that ended within a day. */
  callProblems: z.array(CallProblem),
  /** Files of calls that could not be imported, of those that ended within a day. */
  failedImports: z.int(),
  /**
   * Of the last 30 days, of customers whose numbers stand for something: inbound calls that nothing attributes, and the numbers
   * that they came by, which stood for nothing. Null where there are none.
   */
  unattributed: z.strictObject({ numbers: z.int(), calls: z.int() }).nullable(),
  /**
   * Numbers that have stood for something for so many days, by the setting, and had no inbound call in them. Null where there
   * are none.
   */
  silentNumbers: z.strictObject({ numbers: z.int(), days: z.int() }).nullable(),
  /** Rejected rows that wait for somebody to correct them. */
  quarantined: z.int(),
  /** Those that were not kept, as there were too many of their sources already. */
  quarantineDropped: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  summary: 'Counts of what is managed, and what failed.',
  response: Overview,
})
