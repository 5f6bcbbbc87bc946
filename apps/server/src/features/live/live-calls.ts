import type { CallPhase } from '@callboard/contract/fields'
import { type LiveCall, type LiveCalls, maxLiveCalls } from '@callboard/contract/live'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { readSettings } from '../../db/settings.ts'
import type { Database } from '../../db/tables/schema.ts'
import { listCustomerNames } from '../customers/customers.ts'
import { selectLiveCalls, type StoredLiveCall } from './live-store.ts'

interface LiveReading {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Pick<Snapshots, 'published'>
}

interface Kept {
  seen: number
  readMs: number
  calls: Promise<readonly StoredLiveCall[]>
}

const hourMs = 3_600_000
/** Longer than the rule that closes calls without an end needs to find them. */
const graceMs = 24 * hourMs
/** Calls of the same snapshot stay as they are; only some may by then have begun too long ago. */
const keptMs = 10_000
const readMs = 10_000

/**
 * Calls in progress. All boards share one reading, whatever their users may see: a snapshot is read once, and of what it
 * has everybody gets their own rows.
 */
export class LiveCallList {
  readonly #reading: LiveReading
  #kept: Kept | undefined

  constructor(reading: LiveReading) {
    this.#reading = reading
  }

  /** Those that the caller may see, those that wait longest first. */
  async of(caller: Caller): Promise<LiveCalls> {
    const { db } = this.#reading
    const scope = await Scope.of(db, caller)
    const at = new Date().toISOString()
    const all = scope.isEmpty ? [] : await this.#read()
    const seen = all.filter((call) => scope.includes(call)).toSorted(byWait)
    const shown = seen.slice(0, maxLiveCalls)
    const names = await listCustomerNames(db, scope, [...new Set(shown.map((call) => call.customerId))])
    return { at, calls: shown.map((call) => toLiveCall(call, names)), total: seen.length }
  }

  async #read(): Promise<readonly StoredLiveCall[]> {
    const { snapshots } = this.#reading
    const seen = await snapshots.published()
    const kept = this.#kept
    if (kept?.seen === seen && performance.now() - kept.readMs < keptMs) return await kept.calls
    const begun = { seen, readMs: performance.now(), calls: this.#select(seen) }
    this.#kept = begun
    try {
      return await begun.calls
    } catch (error) {
      if (this.#kept === begun) this.#kept = undefined
      throw error
    }
  }

  async #select(seen: number): Promise<StoredLiveCall[]> {
    const { db, calls } = this.#reading
    const { unendedCallHours } = await readSettings(db)
    const since = new Date(Date.now() - unendedCallHours * hourMs - graceMs)
    return await selectLiveCalls(calls, { since, seen, signal: AbortSignal.timeout(readMs) })
  }
}

function toLiveCall(call: StoredLiveCall, names: ReadonlyMap<string, string>): LiveCall {
  const { codes, ...rest } = call
  return {
    ...rest,
    customerName: names.get(call.customerId) ?? '',
    location: codes.location || null,
    rotationgroup: codes.rotationgroup || null,
  }
}

/** Who rings or is in a queue waits, and comes before who is in a menu, and they before who talks. */
const places = { ringing: 0, queue: 0, menu: 1, talking: 2 } as const satisfies Record<CallPhase, number>

function byWait(one: StoredLiveCall, other: StoredLiveCall): number {
  return (
    places[one.phase] - places[other.phase] ||
    compareText(one.phaseSince, other.phaseSince) ||
    compareText(one.id, other.id)
  )
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
