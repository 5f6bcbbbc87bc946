import type { CallStore } from '../../db/call-store.ts'
import type { Replaced } from './batch.ts'
import type { PendingCall } from './pending.ts'
import { addCaller, addCallerOf, type Callers, otherNumber } from './related.ts'
import { isOpen } from './relation-rules.ts'
import { type History, selectHistories, selectOpenNumbers, selectReachedNumbers } from './store.ts'

export interface Foreseen {
  /** By the call's id; first-time callers have 0. */
  priorCalls: Map<string, number>
  /** Those whose history has to be worked out. */
  callers: Callers
}

interface Arriving {
  calls: readonly PendingCall[]
  replaced: readonly Replaced[]
  returnedWithinMs: number
}

/**
 * What is plain about the history of callers before their calls are inserted, which is nearly everything where calls
 * come in as they happen: the prior calls of a caller of whom nothing but newer calls comes in, and that no call
 * returns another one. Of all others the history is worked out afterwards.
 */
export async function foresee(store: CallStore, arriving: Arriving): Promise<Foreseen> {
  const foreseen: Foreseen = { priorCalls: new Map(), callers: new Map() }
  for (const call of arriving.replaced) addCallerOf(foreseen.callers, call)
  const corrected = new Set(arriving.replaced.map((call) => call.id))
  const byCustomer = Map.groupBy(arriving.calls, (call) => call.customerId)
  for (const [customerId, ofCustomer] of byCustomer) {
    const stored = await readStored(store, customerId, { ...arriving, calls: ofCustomer })
    const byNumber = Map.groupBy(ofCustomer, otherNumber)
    byNumber.delete('')
    for (const [number, calls] of byNumber) {
      const isCorrected =
        foreseen.callers.get(customerId)?.has(number) === true || calls.some((call) => corrected.has(call.id))
      const isPlain =
        !isCorrected &&
        continueHistory(calls, stored.histories.get(number), foreseen.priorCalls) &&
        !mayReturn(calls, stored.reached.has(number), stored.open.has(number))
      if (!isPlain) addCaller(foreseen.callers, customerId, number)
    }
  }
  return foreseen
}

interface Stored {
  histories: ReadonlyMap<string, History>
  /** Numbers to which an answered call is stored that may return an arriving one. */
  reached: ReadonlySet<string>
  /** Numbers of which a call is stored that an arriving one may return. */
  open: ReadonlySet<string>
}

async function readStored(
  store: CallStore,
  customerId: string,
  { calls, returnedWithinMs }: Pick<Arriving, 'calls' | 'returnedWithinMs'>,
): Promise<Stored> {
  const known = calls.filter((call) => otherNumber(call) !== '')
  const inbound = known.filter((call) => call.direction === 'inbound')
  const open = known.filter(isOpen)
  const answered = known.filter((call) => call.status === 'answered')
  const none: ReadonlySet<string> = new Set()
  return {
    histories:
      inbound.length === 0 ? new Map() : await selectHistories(store, customerId, numbersOf(inbound)),
    reached:
      open.length === 0
        ? none
        : await selectReachedNumbers(store, customerId, { numbers: numbersOf(open), from: since(open, 0) }),
    open:
      answered.length === 0
        ? none
        : await selectOpenNumbers(store, customerId, {
            numbers: numbersOf(answered),
            from: since(answered, returnedWithinMs),
          }),
  }
}

function numbersOf(calls: readonly PendingCall[]): string[] {
  return [...new Set(calls.map(otherNumber))]
}

// How long before its answer, or its end in vain, a call may have started.
const longestWaitMs = 3_600_000

function since(calls: readonly PendingCall[], beforeMs: number): string {
  const first = calls.reduce((start, call) => (call.startedAt < start ? call.startedAt : start), '9')
  const ms = Date.parse(`${first.replace(' ', 'T')}Z`) - beforeMs - longestWaitMs
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ')
}

/** Counts on from what is stored; false when an arriving call is older than that. */
function continueHistory(
  calls: readonly PendingCall[],
  history: History | undefined,
  priorCalls: Map<string, number>,
): boolean {
  const inbound = calls.filter((call) => call.direction === 'inbound').toSorted(byStart)
  const [first] = inbound
  if (first !== undefined && history !== undefined && first.startedAt <= history.newest) return false
  for (const [at, call] of inbound.entries()) priorCalls.set(call.id, (history?.calls ?? 0) + at)
  return true
}

function mayReturn(calls: readonly PendingCall[], isReached: boolean, isOpenBefore: boolean): boolean {
  const hasAnswer = calls.some((call) => call.status === 'answered')
  return isReached || (hasAnswer && (isOpenBefore || calls.some(isOpen)))
}

function byStart(one: PendingCall, other: PendingCall): number {
  return one.startedAt === other.startedAt
    ? compare(one.id, other.id)
    : compare(one.startedAt, other.startedAt)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
