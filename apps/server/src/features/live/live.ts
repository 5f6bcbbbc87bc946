import { type LiveCall, type LiveCalls, maxLiveCalls, waitOrder } from '@callboard/contract/live'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import { nameCustomers } from '../customers/customers.ts'
import { selectLiveCalls, type StoredLiveCall } from './live-store.ts'

interface LiveReading {
  db: Db
  calls: CallStore
  snapshots: Pick<Snapshots, 'published'>
}

/** A call with what decides who may see it. */
interface KeptCall extends Pick<StoredLiveCall, 'customerId' | 'codes'> {
  shown: LiveCall
  /** The same as JSON: for many boards, once. */
  text: string
}

/** What a board has been told: the calls as JSON, by their ids; undefined before all were. */
export interface SyncedBoard {
  calls: ReadonlyMap<string, string> | undefined
}

interface Kept {
  seen: number
  readMs: number
  /** Those that wait longest first. */
  calls: Promise<readonly KeptCall[]>
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
    const seen = all.filter((call) => scope.includes(call))
    return { at, calls: seen.slice(0, maxLiveCalls).map(({ shown }) => shown), total: seen.length }
  }

  /** What has changed for a board since it was told last, as the JSON of a `LiveChange`; undefined: nothing. */
  async changeOf(scope: Scope, board: SyncedBoard): Promise<string | undefined> {
    const at = new Date().toISOString()
    const all = scope.isEmpty ? [] : await this.#read()
    const seen = all.filter((call) => scope.includes(call))
    const shown = seen.slice(0, maxLiveCalls)
    const { calls: before } = board
    const changed = shown.filter(({ shown: { id }, text }) => before?.get(id) !== text)
    board.calls = new Map(shown.map(({ shown: { id }, text }) => [id, text]))
    const gone = before === undefined ? [] : [...before.keys()].filter((id) => board.calls?.has(id) !== true)
    if (before !== undefined && changed.length + gone.length === 0) return undefined
    const calls = changed.map(({ text }) => text).join(',')
    return `{"at":"${at}","total":${seen.length},"isWhole":${before === undefined},"calls":[${calls}],"gone":${JSON.stringify(gone)}}`
  }

  async #read(): Promise<readonly KeptCall[]> {
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

  async #select(seen: number): Promise<KeptCall[]> {
    const { db, calls } = this.#reading
    const { unendedCallHours } = await readSettings(db)
    const since = new Date(Date.now() - unendedCallHours * hourMs - graceMs)
    const found = await selectLiveCalls(calls, { since, seen, signal: AbortSignal.timeout(readMs) })
    const names = await nameCustomers(db, [...new Set(found.map(({ customerId }) => customerId))])
    return found
      .toSorted((one, other) => (waitOrder(one) < waitOrder(other) ? -1 : 1))
      .map((call) => {
        const { customerId, codes } = call
        const shown = toLiveCall(call, names.get(customerId) ?? '')
        return { customerId, codes, shown, text: JSON.stringify(shown) }
      })
  }
}

function toLiveCall({ codes, ...call }: StoredLiveCall, customerName: string): LiveCall {
  return {
    ...call,
    customerName,
    location: codes.location || null,
    rotationgroup: codes.rotationgroup || null,
  }
}
