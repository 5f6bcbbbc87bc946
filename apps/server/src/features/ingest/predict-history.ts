import type { CallStore } from '../../db/call-store.ts'
import type { Replaced } from './batch.ts'
import type { PendingCall } from './pending.ts'
import { addCaller, addCallerOf, type Callers, otherNumber } from './related.ts'
import { isOpen } from './relation-rules.ts'
import { type History, selectHistories, selectOpenNumbers, selectReachedNumbers } from './store.ts'

export interface PredictedHistory {
  /** By the call's id; first-time callers have 0. */
  priorCalls: Map<string, number>
  /** Those whose history has to be computed after the insert. */
  callers: Callers
}

interface Arriving {
  calls: readonly PendingCall[]
  replaced: readonly Replaced[]
  returnedWithinMs: number
}

/**
 * The history of callers as far as it is certain before their calls are inserted, which is nearly all of it when calls
 * arrive as they happen: the prior calls of callers of whom only newer calls arrive, and that no call returns another
 * one. The history of all other callers is computed after the insert.
 */
export async function predictHistory(store: CallStore, arriving: Arriving): Promise<PredictedHistory> {
  const predicted: PredictedHistory = { priorCalls: new Map(), callers: new Map() }
  for (const call of arriving.replaced) addCallerOf(predicted.callers, call)
  const corrected = new Set(arriving.replaced.map((call) => call.id))
  const byCustomer = Map.groupBy(arriving.calls, (call) => call.customerId)
  for (const [customerId, ofCustomer] of byCustomer) {
    const stored = await readStored(store, customerId, { ...arriving, calls: ofCustomer })
    const byNumber = Map.groupBy(ofCustomer, otherNumber)
    byNumber.delete('')
    for (const [number, calls] of byNumber) {
      const isCorrected =
        predicted.callers.get(customerId)?.has(number) === true ||
        calls.some((call) => corrected.has(call.id))
      const isPlain =
        !isCorrected &&
        continueHistory(calls, stored.histories.get(number), predicted.priorCalls) &&
        !mayReturn(calls, stored.reached.has(number), stored.open.has(number))
      if (!isPlain) addCaller(predicted.callers, customerId, number)
    }
  }
  return predicted
}

interface Stored {
  histories: ReadonlyMap<string, History>
  /** Numbers with a stored answered call that may return an arriving one. */
  reached: ReadonlySet<string>
  /** Numbers with a stored call that an arriving one may return. */
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

// Between the start of a call and its answer, or its end without one.
const longestWaitMs = 3_600_000

function since(calls: readonly PendingCall[], beforeMs: number): string {
  const first = calls.reduce((start, call) => (call.startedAt < start ? call.startedAt : start), '9')
  const ms = Date.parse(`${first.replace(' ', 'T')}Z`) - beforeMs - longestWaitMs
  return new Date(ms).toISOString().slice(0, 23).replace('T', ' ')
}

/** Counts on from the stored calls; false when an arriving call is older than the newest of them. */
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
