import { setTimeout } from 'node:timers/promises'
import type { ArrivedCall } from '../../../db/arrived-call.ts'
import { type CallStore, CallStoreError } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import type { Fence } from '../../../db/calls/fenced-calls.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Log } from '../../../lib/log.ts'
import { noteChanged } from '../changes/outbox-store.ts'
import * as store from './call-hold-store.ts'
import { type ListingCall, selectListingCalls } from '../recording-lists/recording-store.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'

export interface Holding {
  db: Db
  calls: CallStore
  changes: UndoableChanges
  /** Runs work between the changes of calls. */
  betweenChanges: <T>(work: (fence: Fence) => Promise<T>) => Promise<T>
  /** Calls cannot be written at the moment. */
  isFailing: () => boolean
  /** The calls can be read as they are held. */
  onChanged: (calls: readonly ArrivedCall[]) => void
  log: Log
}

interface Plan {
  changed: (ListingCall & { isHeld: boolean })[]
  calls: ArrivedCall[]
}

const batchSize = 1_000
const pollIntervalMs = 1_000
const retryMs = 10_000
const retryAfterSeconds = 10

/**
 * Whether calls are under legal hold (docs/decisions/0059-legal-holds-in-lists.md). PostgreSQL decides (`call_hold`); the table of
 * calls has a copy, by which lists, filters and files tell it.
 */
export class CallHolds {
  readonly #holding: Holding
  readonly #closing = new AbortController()
  #loop: Promise<void> = Promise.resolve()
  #isBehind = true

  constructor(holding: Holding) {
    this.#holding = holding
  }

  /** Copies what an earlier run left, or what a restored backup has otherwise. */
  start(): void {
    this.#loop = this.#run()
  }

  /**
   * Runs what places or ends a hold on a call of the customer it answers, between changes of calls, so that none is placed on a call
   * that is being deleted. Resolves when every answer tells it; where the table of calls cannot be written then, the hold counts all the
   * same and the copy follows.
   */
  async change<T extends { customerId: string }>(
    callId: string,
    work: (fence: Fence) => Promise<T>,
  ): Promise<T> {
    const { betweenChanges, isFailing, log } = this.#holding
    if (isFailing()) {
      const description = 'Legal holds cannot be changed right now. Try again in a moment.'
      throw new AppError('unavailable', description, { retryAfterSeconds })
    }
    const result = await betweenChanges(work)
    try {
      await this.#sync([{ id: callId, customerId: result.customerId }])
    } catch (error) {
      this.#isBehind = true
      if (!(error instanceof CallStoreError)) throw error
      log.error({ err: error, callId }, 'the list of calls does not show a legal hold yet')
    }
    return result
  }

  /** To be called when calls were put back to an earlier time. */
  syncSoon(): void {
    this.#isBehind = true
  }

  /** Compares all calls with the holds there are. */
  async syncAll(): Promise<void> {
    const { db, calls } = this.#holding
    const [held, synced] = [await store.selectHeld(db), await store.selectSynced(calls)]
    const heldIds = new Set(held.map(({ id }) => id))
    const knownIds = new Set(synced.map(({ id }) => id))
    const different = [
      ...held.filter(({ id }) => !knownIds.has(id)),
      ...synced.filter(({ id }) => !heldIds.has(id)),
    ]
    for (let at = 0; at < different.length; at += batchSize)
      await this.#sync(different.slice(at, at + batchSize))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      let pauseMs = pollIntervalMs
      if (this.#isBehind) {
        try {
          this.#isBehind = false
          await this.syncAll()
        } catch (error) {
          this.#isBehind = true
          pauseMs = retryMs
          this.#holding.log.error({ err: error, retryMs }, 'legal holds could not be copied to the calls')
        }
      }
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #sync(asked: readonly store.HeldCall[]): Promise<void> {
    const { db, calls, changes, onChanged } = this.#holding
    const plan = await changes.runPlanned({
      plan: async () => await this.#plan(asked),
      startsMs: ({ changed }) => changed.map(({ startedAt }) => Date.parse(startedAt)),
      write: async (toWrite, { changed, calls: held }) => {
        await noteChanged(db, toWrite.number, held)
        await store.writeHolds(calls, toWrite, changed)
      },
    })
    if (plan !== undefined) onChanged(plan.calls)
  }

  /** Undefined when the calls say so already, or are gone. */
  async #plan(asked: readonly store.HeldCall[]): Promise<Plan | undefined> {
    const { db, calls } = this.#holding
    const ids = asked.map(({ id }) => id)
    const customerIds = [...new Set(asked.map(({ customerId }) => customerId))]
    const held = new Set((await store.selectHeld(db, ids)).map(({ id }) => id))
    const changed = (await selectListingCalls(calls, { customerIds, ids }))
      .map((call) => ({ ...call, isHeld: held.has(call.id) }))
      .filter(({ isHeld, legalHold }) => isHeld !== legalHold)
    if (changed.length === 0) return undefined
    return {
      changed,
      calls: changed.map((call) => ({ ...call, startedAt: instantParam(call.startedAt) })),
    }
  }
}
