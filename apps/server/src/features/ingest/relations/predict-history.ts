import type { CallStore } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import type { Replaced } from '../rows/batch.ts'
import type { PendingCall } from '../rows/pending.ts'
import { addCaller, addCallerOf, type Callers, otherNumber } from '../rows/callers.ts'
import { storedMs } from '../rows/stored-instant.ts'
import { isOpen } from './relation-rules.ts'
import { type History, selectHistories, selectLastReached } from './history-store.ts'

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
      const history = stored.histories.get(number)
      const isPlain =
        !isCorrected &&
        continueHistory(calls, history, predicted.priorCalls) &&
        !mayReturn(calls, history, stored.lastReached.get(number))
      if (!isPlain) addCaller(predicted.callers, customerId, number)
    }
  }
  return predicted
}

interface Stored {
  histories: ReadonlyMap<string, History>
  /** By number: when an outbound call was answered last. */
  lastReached: ReadonlyMap<string, string>
}

async function readStored(
  store: CallStore,
  customerId: string,
  { calls, returnedWithinMs }: Pick<Arriving, 'calls' | 'returnedWithinMs'>,
): Promise<Stored> {
  const known = calls.filter((call) => otherNumber(call) !== '')
  const returning = known.filter((call) => call.direction === 'inbound' || call.status === 'answered')
  const open = known.filter(isOpen)
  const answeredFrom = firstStart(known.filter((call) => call.status === 'answered'))
  return {
    histories:
      returning.length === 0
        ? new Map()
        : await selectHistories(store, customerId, {
            numbers: numbersOf(returning),
            answeredFrom,
            openFrom: instantParam(new Date(storedMs(answeredFrom) - returnedWithinMs)),
          }),
    lastReached: open.length === 0 ? new Map() : await selectLastReached(store, customerId, numbersOf(open)),
  }
}

function numbersOf(calls: readonly PendingCall[]): string[] {
  return [...new Set(calls.map(otherNumber))]
}

// Later than any call, as the instants of the store are written.
const never = '2200-01-01 00:00:00.000'

/** The first of them cannot have been answered, and cannot have ended, before. */
function firstStart(calls: readonly PendingCall[]): string {
  return calls.reduce((start, call) => (call.startedAt < start ? call.startedAt : start), never)
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
  for (const [at, call] of inbound.entries()) priorCalls.set(call.id, (history?.count ?? 0) + at)
  return true
}

/** True when an arriving call may return a call, or be returned: whichever of the two began first. */
function mayReturn(
  calls: readonly PendingCall[],
  history: History | undefined,
  lastReached: string | undefined,
): boolean {
  const hasAnswer = calls.some((call) => call.status === 'answered')
  const open = calls.filter(isOpen)
  if (hasAnswer && (open.length > 0 || history?.isOpen === true)) return true
  const firstOpen = firstStart(open)
  return (history?.lastReached ?? '') >= firstOpen || (lastReached ?? '') >= firstOpen
}

function byStart(one: PendingCall, other: PendingCall): number {
  return one.startedAt === other.startedAt
    ? compare(one.id, other.id)
    : compare(one.startedAt, other.startedAt)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
