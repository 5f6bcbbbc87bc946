import { setTimeout } from 'node:timers/promises'
import type { CallRecording } from '@callboard/contract/call-parts'
import { z } from 'zod'
import type { ArrivedCall } from '../../../db/arrived-call.ts'
import type { CallStore } from '../../../db/calls/call-store.ts'
import { instantParam } from '../../../db/calls/row-values.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { changeColumns } from '../changes/columns-store.ts'
import { noteChanged } from '../changes/outbox-store.ts'
import * as store from './recording-store.ts'
import type { Journal } from '../journal/journal.ts'
import type { UndoableChanges } from '../changes/undoable-changes.ts'

export interface Listing {
  db: Db
  calls: CallStore
  journal: Journal
  changes: UndoableChanges
  /** The calls can be read with their new lists. */
  onListed: (calls: readonly ArrivedCall[]) => void
  log: Log
}

interface Plan {
  changed: (Pick<store.ListingCall, 'id' | 'customerId' | 'startedAt'> & store.OwnRecordings)[]
  calls: ArrivedCall[]
}

/** Recordings that are worked on one after the other are told together. */
const gatheredMs = 1_500
/** What a change costs hardly depends on how many calls it is of, so others are left this many times as long as it took. */
const restedTimes = 4
const batchSize = 1_000
const retryMs = 10_000

/**
 * The lists of recordings that calls have (docs/decisions/0035-recordings-in-the-call-list.md). Triggers in PostgreSQL note
 * each recording that comes, changes or goes, in its own transaction; what is noted is told to the table of calls in changes
 * of many calls, and forgotten when every answer sees it.
 */
export class CallRecordings {
  readonly #listing: Listing
  readonly #closing = new AbortController()
  #loop: Promise<void> | undefined
  #running: Promise<void> | undefined
  /** Noted recordings that calls list, but not yet in a way that cannot be lost. */
  readonly #synced = new Set<number>()
  /** How long the last change took, without what it waited for. */
  #wroteMs = 0

  constructor(listing: Listing) {
    this.#listing = listing
  }

  /** Also tells what an earlier run left. */
  start(): void {
    this.#loop = this.#run()
  }

  /** Resolves when all that was noted before can be read. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => {})
    await this.#sync()
  }

  /** Tells once more all that has been told and could still be lost, and was. Nothing else is written meanwhile. */
  async syncAgain(changes: UndoableChanges): Promise<void> {
    this.#synced.clear()
    await this.#sync(changes)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let pauseMs = gatheredMs
    for (;;) {
      await setTimeout(pauseMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        this.#wroteMs = 0
        this.#running = this.#sync()
        await this.#running
        pauseMs = Math.max(gatheredMs, restedTimes * this.#wroteMs)
      } catch (error) {
        pauseMs = retryMs
        this.#listing.log.error({ err: error, retryMs }, 'the lists of recordings could not be written')
      }
    }
  }

  async #sync(changes = this.#listing.changes): Promise<void> {
    const { db, journal } = this.#listing
    for (;;) {
      const pending = await store.selectPending(db, { synced: [...this.#synced], limit: batchSize })
      if (pending.length === 0) return
      await this.#write(pending, changes)
      for (const { id } of pending) this.#synced.add(id)
      await journal.whenKept(async () => {
        await store.deletePending(db, pending)
        for (const { id } of pending) this.#synced.delete(id)
      })
      if (pending.length < batchSize || this.#closing.signal.aborted) return
    }
  }

  async #write(pending: readonly store.PendingRecording[], changes: UndoableChanges): Promise<void> {
    const { db, calls, journal, onListed } = this.#listing
    const plan = await changes.runPlanned({
      plan: async () => await this.#plan(pending),
      startsMs: ({ changed }) => changed.map(({ startedAt }) => Date.parse(startedAt)),
      write: async (toWrite, { changed, calls: changedCalls }) => {
        const startedMs = performance.now()
        await noteChanged(db, toWrite.number, changedCalls)
        await journal.withScratch(store.encodeRecordings(toWrite.number, changed), async (path) => {
          await changeColumns(calls, toWrite, { ...store.recordingColumns, changed, path })
        })
        this.#wroteMs = performance.now() - startedMs
      },
    })
    if (plan !== undefined) onListed(plan.calls)
  }

  /** Undefined when the calls say so already, or are gone. */
  async #plan(pending: readonly store.PendingRecording[]): Promise<Plan | undefined> {
    const ids = [...new Set(pending.map(({ callId }) => callId))]
    const customerIds = [...new Set(pending.map(({ customerId }) => customerId))]
    const current = await store.selectListingCalls(this.#listing.calls, { customerIds, ids })
    const ownRecordings = await store.selectRecordingsOf(this.#listing.db, ids)
    const noted = Map.groupBy(pending, ({ callId }) => callId)
    const plan: Plan = { changed: [], calls: [] }
    for (const { recordings: before, sounds: soundsBefore, ...call } of current) {
      const own = ownRecordings.get(call.id)
      const pendingIds = (noted.get(call.id) ?? []).flatMap(({ recordingId }) => recordingId ?? [])
      const kept = before.filter(({ id }) => !pendingIds.includes(id))
      const recordings = listed(kept, own?.recordings)
      const isGone = pendingIds.some((id) => own?.recordings.every((one) => one.id !== id) !== false)
      const sounds = soundsOf(own, { wasDeleted: isGone || soundsBefore.includes(deleted) })
      if (JSON.stringify([recordings, sounds]) === JSON.stringify([before, soundsBefore])) continue
      plan.changed.push({ ...call, recordings, sounds })
      plan.calls.push({ ...call, startedAt: instantParam(call.startedAt) })
    }
    return plan.changed.length === 0 ? undefined : plan
  }
}

const Row = z.record(z.string(), z.unknown())
const Lists = z
  .string()
  .default('[]')
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.array(z.custom<CallRecording>()))

/**
 * The lines of calls that replace others, with the portal's own recordings beside those that the source names, and which sound
 * there is. `sounds` are those of the version that is replaced.
 */
export async function withRecordings(
  db: Db,
  entries: readonly { id: string; line: string; sounds: readonly string[] }[],
): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map()
  const ownRecordings = await store.selectRecordingsOf(
    db,
    entries.map(({ id }) => id),
  )
  return new Map(
    entries.flatMap(({ id, line, sounds: before }): [string, string][] => {
      const own = ownRecordings.get(id)
      const sounds = soundsOf(own, { wasDeleted: before.includes(deleted) })
      if (own === undefined && sounds.length === 0) return []
      const row = Row.parse(JSON.parse(line))
      const recordings = JSON.stringify(listed(Lists.parse(row['recordings']), own?.recordings))
      return [[id, JSON.stringify({ ...row, recordings, sounds })]]
    }),
  )
}

/** Nothing else remembers that there was one: it stays with the call. */
const deleted = 'deleted'

function soundsOf(own: store.OwnRecordings | undefined, { wasDeleted }: { wasDeleted: boolean }): string[] {
  return [...(own?.sounds ?? []), ...(wasDeleted ? [deleted] : [])]
}

/** What the source says of recordings, but not of those that the portal has, which come after it. */
function listed(sent: readonly CallRecording[], own: readonly CallRecording[] = []): CallRecording[] {
  const known = new Set(own.map(({ id }) => id))
  return [...sent.filter(({ id }) => !known.has(id)), ...own]
}
