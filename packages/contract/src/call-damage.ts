import { formatCounted } from './format.ts'

/** What may be wrong with stored calls; `relations` are the prior calls and returns of a caller. */
export const callDamageKinds = ['seenTwice', 'hidden', 'relations', 'missing'] as const
export type CallDamageKind = (typeof callDamageKinds)[number]

const words = {
  seenTwice: (count) => `${formatCounted(count, 'call')} ${count === 1 ? 'is' : 'are'} counted twice`,
  hidden: (count) =>
    `${formatCounted(count, 'call')} cannot be seen, though nobody deleted ${count === 1 ? 'it' : 'them'}`,
  relations: (count) => `prior calls or returns of ${formatCounted(count, 'caller')} are wrong`,
  missing: (count) =>
    `${formatCounted(count, 'call')} of an earlier check ${count === 1 ? 'is' : 'are'} missing`,
} as const satisfies Record<CallDamageKind, (count: number) => string>

/** For people: `2 calls are counted twice`. */
export function describeCallDamage({ kind, count }: { kind: CallDamageKind; count: number }): string {
  return words[kind](count)
}
