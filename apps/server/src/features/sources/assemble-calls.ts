import { setTimeout } from 'node:timers/promises'
import type { Db } from '../../db/tables/schema.ts'
import { callId } from '../../db/call-id.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as store from './event-store.ts'
import { isPartEvent } from './event-text.ts'
import { type EventRow, madeOfEvents, splitKnown } from './rows-of-events.ts'
import { loadSource } from './sources.ts'
import { noteProblem } from './state-store.ts'

interface Parts {
  db: Db
  ingest: Ingest
  log: Log
}

/** Calls that are made at once. */
const maxCalls = 500
/** Between one look and the next: what comes meanwhile is looked at together, which costs hardly more than one call alone. */
const restMs = 200
/** Until calls are tried again that could not be accepted. */
const postponeSeconds = 10
/** How often it looks for what other processes have kept. */
const pollIntervalMs = 1000

/**
 * Makes calls of what their systems said of them, where calls are written. All that is known of a call is read each time,
 * so that the order of events does not matter, and what was accepted before a crash is unchanged after it.
 */
export class CallAssembler {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false
  #rest: AbortController | undefined
  /** So many wait for its end. */
  #waiters = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), pollIntervalMs)
    this.#timer.unref()
  }

  /** To be called when events were kept. */
  wake(): void {
    this.#isAskedAgain = true
    this.#running ??= this.#run()
  }

  /** Resolves when all that was kept before has been looked at. */
  async settled(): Promise<void> {
    this.wake()
    await this.#ended()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#ended()
  }

  async #ended(): Promise<void> {
    this.#waiters += 1
    this.#rest?.abort()
    await this.#running
    this.#waiters -= 1
  }

  async #run(): Promise<void> {
    // So that it is known to run before it ends, where there is nothing to do or another process writes calls.
    await Promise.resolve()
    try {
      while (this.#isAskedAgain && !this.#isClosed && this.#parts.ingest.isWriter) {
        this.#isAskedAgain = false
        while (!this.#isClosed && (await this.#assembleNext()));
        await this.#restABit()
      }
    } catch (error) {
      this.#parts.log.error({ err: error }, 'calls of events are made later')
    } finally {
      this.#running = undefined
    }
  }

  async #restABit(): Promise<void> {
    if (this.#waiters > 0) return
    this.#rest = new AbortController()
    await setTimeout(restMs, undefined, { signal: this.#rest.signal }).catch(() => {})
    this.#rest = undefined
  }

  /** False when there is nothing more to be looked at. */
  async #assembleNext(): Promise<boolean> {
    const { db } = this.#parts
    const pending = await store.selectPending(db, maxCalls)
    await this.#assemble(pending)
    if (pending.length === maxCalls) return true
    // What is new comes before what is made again.
    return await store.wakeSome(db, maxCalls)
  }

  async #assemble(pending: readonly store.PendingCall[]): Promise<void> {
    const { db, log } = this.#parts
    for (const [sourceId, ofSource] of Map.groupBy(pending, (call) => call.sourceId)) {
      try {
        await store.settleCalls(db, await this.#assembleOf(sourceId, ofSource))
      } catch (error) {
        log.error({ err: error, source: sourceId }, 'calls of a source could not be made of its events')
        await store.postponeCalls(db, ofSource, postponeSeconds)
        if (error instanceof AppError) await noteProblem(db, sourceId, error.message)
      }
    }
  }

  async #assembleOf(
    sourceId: string,
    pending: readonly store.PendingCall[],
  ): Promise<readonly store.SettledCall[]> {
    const { db, ingest } = this.#parts
    const source = await loadSource(db, sourceId)
    const customer = source && (await ingest.findCustomer({ id: source.customerId }))
    // Of a system that this version does not know: its events wait for one that does.
    if (source?.adapter.callsOf === undefined || customer === undefined)
      throw new AppError('unavailable', 'This version of the portal does not know the system of this source.')
    const kept = await store.selectEvents(
      db,
      sourceId,
      pending.map(({ callKey }) => callKey),
    )
    const { sourceSystem } = source.context
    const idOf = (externalId: string) => callId(customer.id, sourceSystem, externalId)
    const rowsOf = new Map<string, EventRow[]>()
    const moved: store.NewEvent[] = []
    for (const [key, events] of Map.groupBy(kept, ({ callKey }) => callKey)) {
      const { rows: ofCall, partOf: other } = madeOfEvents(source, events)
      rowsOf.set(key, ofCall)
      if (other === undefined || other === key) continue
      const said = events.filter((event) => !isPartEvent(event))
      moved.push(...said.map((event) => ({ ...event, sourceId, callKey: other })))
    }
    await this.#move(moved)
    const rows = [...rowsOf.values()].flat()
    const { whole, added } = await splitKnown({ db, ingest, customer, sourceSystem }, rows)
    for (const [some, isMerge] of [
      [whole, false],
      [added, true],
    ] as const) {
      await ingest.waitForCapacity(some.length)
      const numbered = some.map((row, at) => ({ ...row, line: at + 1 }))
      if (some.length > 0) await ingest.accept(customer, numbered, { source: sourceSystem, isMerge })
    }
    const isClear = (ofCall: readonly EventRow[]) => ofCall.every(({ error }) => error === undefined)
    const clear = [...rowsOf].flatMap(([key, ofCall]) => (isClear(ofCall) ? [idOf(key)] : []))
    await store.forgetUnclear(db, clear)
    const isWhole = new Set(whole)
    const idsOf = (row: EventRow) =>
      isWhole.has(row) && row.value !== undefined ? [idOf(row.value.externalCallId)] : []
    return pending.map((call) => ({
      ...call,
      ids: [...new Set((rowsOf.get(call.callKey) ?? []).flatMap(idsOf))],
    }))
  }

  /** What was said of a part of a call is said of the call, too, which is looked at then. */
  async #move(events: readonly store.NewEvent[]): Promise<void> {
    if (events.length === 0) return
    await store.insertEvents(this.#parts.db, events)
    this.#isAskedAgain = true
  }
}
