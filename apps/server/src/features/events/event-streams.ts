import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Asking, authenticateOpen } from '../../access/authenticate.ts'
import type { Caller } from '../../access/caller.ts'
import { Scope } from '../../access/scope.ts'
import type { Database } from '../../db/schema.ts'
import type { LiveCall } from './live-calls.ts'

// A stream ends within a second of losing the right, also when a look at all of them takes a while.
const checkEveryMs = 500
const shortestPauseMs = 100
const heartbeatEveryMs = 15_000
const heartbeat = ': alive\n\n'
// A client that does not read is let go; it comes back and asks for what it missed.
const mostBufferedBytes = 1 << 20

interface EventStream {
  answer: ServerResponse
  asking: Asking
  saidSomethingAt: number
}

interface Listening {
  stream: EventStream
  caller: Caller
}

/** All open streams of events. Their rights are read anew together, so that many of them ask no more than one. */
export class EventStreams {
  readonly #db: Kysely<Database>
  readonly #hasRight: (caller: Caller) => boolean
  readonly #open = new Set<EventStream>()
  #news: LiveCall[] = []
  #isWatching = false
  #isTelling = false

  constructor(db: Kysely<Database>, hasRight: (caller: Caller) => boolean) {
    this.#db = db
    this.#hasRight = hasRight
  }

  /** Goes on until the client goes away, reads too slowly, or loses the right. */
  add(answer: ServerResponse, asking: Asking, signal: AbortSignal): void {
    if (signal.aborted) return
    const stream = { answer, asking, saidSomethingAt: 0 }
    this.#open.add(stream)
    signal.addEventListener('abort', () => this.#open.delete(stream), { once: true })
    write(stream, heartbeat)
    if (!this.#isWatching) void this.#watch()
  }

  tell(calls: readonly LiveCall[]): void {
    if (this.#open.size > 0) this.#news.push(...calls)
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    while (this.#open.size > 0) {
      const startedAt = performance.now()
      const listening = await this.#endRefused()
      if (!this.#isTelling) void this.#tellNews(listening)
      await pause(Math.max(shortestPauseMs, checkEveryMs - (performance.now() - startedAt)))
    }
    this.#isWatching = false
  }

  /** Those who may still hear. Where that cannot be read, nobody may. */
  async #endRefused(): Promise<Listening[]> {
    const streams = [...this.#open]
    const callers = await authenticateOpen(
      this.#db,
      streams.map(({ asking }) => asking),
    ).catch(() => [])
    const listening: Listening[] = []
    for (const [at, stream] of streams.entries()) {
      const caller = callers[at]
      if (caller !== undefined && this.#hasRight(caller)) listening.push({ stream, caller })
      else this.#end(stream)
    }
    return listening
  }

  /** Apart from the checks, which do not wait for it: whose rows are whose takes a query for each who listens. */
  async #tellNews(listening: readonly Listening[]): Promise<void> {
    this.#isTelling = true
    const events = this.#news.map((call) => ({ call, text: textOf(call) }))
    this.#news = []
    for (const { stream, caller } of listening) {
      try {
        const scope = events.length === 0 ? undefined : await Scope.of(this.#db, caller)
        if (!this.#open.has(stream)) continue
        const seen = events.filter(({ call }) => scope?.includes(call))
        if (seen.length > 0) write(stream, seen.map(({ text }) => text).join(''))
        else if (Date.now() - stream.saidSomethingAt > heartbeatEveryMs) write(stream, heartbeat)
        if (stream.answer.writableLength > mostBufferedBytes) stream.answer.destroy()
      } catch {
        this.#end(stream)
      }
    }
    this.#isTelling = false
  }

  #end(stream: EventStream): void {
    this.#open.delete(stream)
    stream.answer.end()
  }
}

function write(stream: EventStream, text: string): void {
  stream.answer.write(text)
  stream.saidSomethingAt = Date.now()
}

function textOf({ id, customerId }: LiveCall): string {
  return `event: call\ndata: ${JSON.stringify({ id, customerId })}\n\n`
}
