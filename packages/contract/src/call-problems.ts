import { z } from 'zod'
import { Instant } from './scalars.ts'
import { formatCounted } from './format.ts'

export const callProblemKinds = ['damaged', 'lost', 'waiting', 'full'] as const
export type CallProblemKind = (typeof callProblemKinds)[number]

/** What can be wrong with the store of calls, and what it means. */
export const callProblems = {
  damaged: 'Some calls are damaged. They are being repaired and will be available again when that is done.',
  lost: 'Some calls are damaged and cannot be repaired. Restore a backup, or stop the portal and run npm run repair-calls, which continues without them.',
  waiting:
    'Accepted calls cannot be stored right now. They are safe and will appear when the call store responds again.',
  full: 'Calls are rejected because the disk is almost full. Free some space; calls are accepted again within seconds.',
} as const satisfies Record<CallProblemKind, string>

export const CallProblem = z.strictObject({
  kind: z.enum(callProblemKinds),
  description: z.string(),
  since: Instant,
  /** Null while it lasts; what ended is told for a day. */
  until: Instant.nullable(),
})
export type CallProblem = z.infer<typeof CallProblem>

/** What may be wrong with stored calls; `relations` are the prior calls and returns of a caller. */
export const callDamageKinds = ['seenTwice', 'hidden', 'relations', 'missing'] as const
export type CallDamageKind = (typeof callDamageKinds)[number]

const words = {
  seenTwice: (count) => `${formatCounted(count, 'call')} ${count === 1 ? 'is' : 'are'} counted twice`,
  hidden: (count) =>
    `${formatCounted(count, 'call')} missing from reports, although nobody deleted ${count === 1 ? 'it' : 'them'}`,
  relations: (count) => `prior calls or returns of ${formatCounted(count, 'caller')} are wrong`,
  missing: (count) =>
    `${formatCounted(count, 'call')} of an earlier check ${count === 1 ? 'is' : 'are'} missing`,
} as const satisfies Record<CallDamageKind, (count: number) => string>

/** For people: `2 calls are counted twice`. */
export function describeCallDamage({ kind, count }: { kind: CallDamageKind; count: number }): string {
  return words[kind](count)
}
