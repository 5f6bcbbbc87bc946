import { liveEvents } from '@callboard/contract/events'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import { type Asking, askingOf, authenticate } from '../../access/authenticate.ts'
import { type Caller, holds } from '../../access/caller.ts'
import { Scope } from '../../access/scope.ts'
import type { Database } from '../../db/schema.ts'
import { route, type Routing } from '../../http/route.ts'
import type { LiveCall, LiveCalls } from './live-calls.ts'

// The stream ends within a second of losing the right.
const checkEveryMs = 800
const heartbeatEveryMs = 15_000
const right = 'reporting.call.details'
// A client that does not read is let go; it comes back and asks for what it missed.
const mostBufferedBytes = 1 << 20

export function eventRoutes(routing: Routing, live: LiveCalls): void {
  route(routing, liveEvents, {
    access: right,
    handler: async ({ caller, request, reply, signal }) => {
      reply.hijack()
      const stream = new EventStream({ db: routing.db, caller, reply, asking: askingOf(request) })
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': request.id,
        'x-accel-buffering': 'no',
      })
      await stream.run(live, signal)
      return undefined
    },
  })
}

class EventStream {
  readonly #db: Kysely<Database>
  readonly #reply: FastifyReply
  readonly #asking: Asking
  #caller: Caller

  constructor(of: { db: Kysely<Database>; caller: Caller; reply: FastifyReply; asking: Asking }) {
    this.#db = of.db
    this.#caller = of.caller
    this.#reply = of.reply
    this.#asking = of.asking
  }

  /** Runs until the client goes away, reads too slowly, or loses the right. */
  async run(live: LiveCalls, signal: AbortSignal): Promise<void> {
    const waiting: LiveCall[] = []
    const stop = live.listen((calls) => waiting.push(...calls))
    let saidSomethingAt = 0
    try {
      while (!signal.aborted && (await this.#hasRight())) {
        const calls = waiting.splice(0)
        if (calls.length > 0) {
          await this.#tell(calls)
          saidSomethingAt = Date.now()
        } else if (Date.now() - saidSomethingAt > heartbeatEveryMs) {
          this.#write(': alive\n\n')
          saidSomethingAt = Date.now()
        }
        if (this.#reply.raw.writableLength > mostBufferedBytes) break
        await pause(checkEveryMs, signal)
      }
    } finally {
      stop()
      this.#reply.raw.end()
    }
  }

  async #hasRight(): Promise<boolean> {
    try {
      const caller = await authenticate(this.#db, this.#asking)
      if (caller.kind !== 'user' || !holds(caller, right)) return false
      this.#caller = caller
      return true
    } catch {
      return false
    }
  }

  async #tell(calls: readonly LiveCall[]): Promise<void> {
    const scope = await Scope.of(this.#db, this.#caller)
    const seen = calls.filter((call) => scope.includes(call))
    for (const { id, customerId } of seen) {
      this.#write(`event: call\ndata: ${JSON.stringify({ id, customerId })}\n\n`)
    }
  }

  #write(text: string): void {
    this.#reply.raw.write(text)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
