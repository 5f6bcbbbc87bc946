import { createHash } from 'node:crypto'
import type { Db } from '../../db/tables/schema.ts'
import type { SourceEvent } from './adapter.ts'
import { insertEvents, type NewEvent } from './event-store.ts'

interface Waiting {
  events: readonly NewEvent[]
  resolve: () => void
  reject: (error: unknown) => void
}

/** Written by one statement at the most. */
const maxEvents = 1000

/** Keys are part of an index, whose entries have a limit. */
const maxKeyLength = 300

/**
 * Writes events to the database: what comes while a statement is under way is written together by the next one, so that
 * many requests wait for the disk once.
 */
export class EventIntake {
  readonly #db: Db
  readonly #onKept: () => void
  #queue: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(db: Db, onKept: () => void) {
    this.#db = db
    this.#onKept = onKept
  }

  /** Resolves when the events are on disk. */
  async keep(sourceId: string, events: readonly SourceEvent[]): Promise<void> {
    if (events.length === 0) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({ events: events.map((event) => newEventOf(sourceId, event)), resolve, reject })
    this.#running ??= this.#run()
    await promise
  }

  async close(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const group = this.#takeGroup()
      try {
        await insertEvents(
          this.#db,
          group.flatMap(({ events }) => events),
        )
        for (const { resolve } of group) resolve()
        this.#onKept()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#running = undefined
  }

  #takeGroup(): Waiting[] {
    let count = 0
    const end = this.#queue.findIndex(({ events }) => (count += events.length) > maxEvents)
    // A single request may hold more.
    return this.#queue.splice(0, end === -1 ? this.#queue.length : Math.max(end, 1))
  }
}

/** Of an event as an adapter says it. */
export function newEventOf(sourceId: string, { callKey, eventKey, body }: SourceEvent): NewEvent {
  return { sourceId, callKey: keyOf(callKey), eventKey: keyOf(eventKey), body: JSON.stringify(body) }
}

/** A key that is too long, or that a database cannot keep, is its own hash. */
function keyOf(text: string): string {
  const isPlain = text.length <= maxKeyLength && text.isWellFormed() && !text.includes('\0')
  return isPlain ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
