import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ArrivedCall } from '../../db/arrived-call.ts'
import { type Credentials, authenticateOpen } from '../../access/authenticate.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { Scope } from '../../access/rows/scope.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { SyncedBoard } from '../live/live.ts'
import { CallBackNews } from './call-back-news.ts'

// A stream has to end within a second of losing the right; the check of all streams may itself take a while.
const checkIntervalMs = 500
const minPauseMs = 100
const heartbeatIntervalMs = 15_000
const heartbeat = ': alive\n\n'
// A client that does not read is disconnected; it reconnects and asks for what it missed.
const maxBufferedBytes = 1 << 20

/** What it follows beside the news of calls. */
interface Board {
  synced: SyncedBoard
  /** By `performance.now()`. */
  polledAtMs: number
}

interface BoardRead {
  /** What it is to be told; undefined: nothing. */
  change: string | undefined
  isReadable: boolean
}

interface EventStream {
  answer: ServerResponse
  credentials: Credentials
  lastWrittenAt: number
  /** Of one that follows the calls in progress. */
  board: Board | undefined
}

/** Calls in progress, as far as somebody may see them. */
interface Boards {
  changeOf(scope: Scope, synced: SyncedBoard): Promise<string | undefined>
}

/** Rights and time change a board as well as calls do. */
const boardIntervalMs = 15_000

interface Allowed {
  stream: EventStream
  caller: Caller
}

/** All open event streams. One check in the background reads the rights of all of them in one query. */
export class EventStreams {
  readonly #db: Db
  readonly #isAllowed: (caller: Caller) => boolean
  readonly #pause: (ms: number) => Promise<unknown>
  readonly #boards: Boards
  readonly #open = new Set<EventStream>()
  readonly #callBackNews: CallBackNews
  #arrived: ArrivedCall[] = []
  #isChecking = false
  #isWriting = false

  constructor(
    db: Db,
    { isAllowed, boards }: { isAllowed: (caller: Caller) => boolean; boards: Boards },
    pause: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.#db = db
    this.#callBackNews = new CallBackNews(db)
    this.#isAllowed = isAllowed
    this.#boards = boards
    this.#pause = pause
  }

  /** The stream stays open until the client leaves, reads too slowly, or loses the right. */
  add(
    answer: ServerResponse,
    { credentials, isLive }: { credentials: Credentials; isLive: boolean },
    signal: AbortSignal,
  ): void {
    if (signal.aborted) return
    const board = isLive ? { synced: { calls: undefined }, polledAtMs: -Infinity } : undefined
    const stream: EventStream = { answer, credentials, lastWrittenAt: 0, board }
    this.#open.add(stream)
    signal.addEventListener('abort', () => this.#open.delete(stream), { once: true })
    write(stream, heartbeat)
    if (!this.#isChecking) void this.#check()
  }

  get hasOpen(): boolean {
    return this.#open.size > 0
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size
  }

  notify(calls: readonly ArrivedCall[]): void {
    if (this.#open.size > 0) this.#arrived.push(...calls)
  }

  async #check(): Promise<void> {
    this.#isChecking = true
    while (this.#open.size > 0) {
      const startedAt = performance.now()
      // Before the rights are read: whoever lost them before a call came in is told nothing of it.
      const arrived = this.#isWriting ? undefined : this.#takeArrived()
      const allowed = await this.#endDisallowed()
      if (arrived !== undefined) void this.#writeEvents(allowed, arrived)
      await this.#pause(Math.max(minPauseMs, checkIntervalMs - (performance.now() - startedAt)))
    }
    this.#isChecking = false
  }

  #takeArrived(): ArrivedCall[] {
    const arrived = this.#arrived
    this.#arrived = []
    return arrived
  }

  /** The streams that are still allowed; none of them when the rights cannot be read. */
  async #endDisallowed(): Promise<Allowed[]> {
    const streams = [...this.#open]
    const callers = await authenticateOpen(
      this.#db,
      streams.map(({ credentials }) => credentials),
    ).catch(() => [])
    const allowed: Allowed[] = []
    for (const [at, stream] of streams.entries()) {
      const caller = callers[at]
      if (caller !== undefined && this.#isAllowed(caller)) allowed.push({ stream, caller })
      else this.#end(stream)
    }
    return allowed
  }

  /** The checks do not wait for it, as it takes a query per stream to find out which calls its user may see. */
  async #writeEvents(allowed: readonly Allowed[], arrived: readonly ArrivedCall[]): Promise<void> {
    this.#isWriting = true
    const events = arrived.map((call) => ({ call, text: textOf(call) }))
    // What cannot be read now is read half a second later.
    const customers = await this.#callBackNews.read().catch(() => [])
    const isQuiet = events.length === 0 && customers.length === 0
    let isReadable = true
    for (const { stream, caller } of allowed) {
      try {
        const board = isDue(stream, events.length > 0) ? stream.board : undefined
        const scope = isQuiet && board === undefined ? undefined : await Scope.of(this.#db, caller)
        // What cannot be read for one is read for nobody now, so that all else goes on.
        const read: BoardRead | undefined =
          board && scope && isReadable ? await this.#readBoard(board, scope) : undefined
        isReadable = read?.isReadable ?? isReadable
        if (board !== undefined) board.polledAtMs = isReadable ? performance.now() : -Infinity
        if (!this.#open.has(stream)) continue
        const visible = [
          ...(read?.change === undefined ? [] : [`event: live\ndata: ${read.change}\n\n`]),
          ...events.filter(({ call }) => scope?.includes(call)).map(({ text }) => text),
          ...customers.filter((id) => scope?.coversCustomer(id)).map(callBackText),
        ]
        if (visible.length > 0) write(stream, visible.join(''))
        else if (Date.now() - stream.lastWrittenAt > heartbeatIntervalMs) write(stream, heartbeat)
        if (stream.answer.writableLength > maxBufferedBytes) stream.answer.destroy()
      } catch {
        this.#end(stream)
      }
    }
    this.#isWriting = false
  }

  async #readBoard(board: Board, scope: Scope): Promise<BoardRead> {
    try {
      return { change: await this.#boards.changeOf(scope, board.synced), isReadable: true }
    } catch {
      return { change: undefined, isReadable: false }
    }
  }

  #end(stream: EventStream): void {
    this.#open.delete(stream)
    stream.answer.end()
  }
}

function isDue({ board }: EventStream, hasCalls: boolean): boolean {
  if (board === undefined) return false
  return hasCalls || performance.now() - board.polledAtMs > boardIntervalMs
}

function write(stream: EventStream, text: string): void {
  stream.answer.write(text)
  stream.lastWrittenAt = Date.now()
}

function callBackText(customerId: string): string {
  return `event: callBack\ndata: ${JSON.stringify({ customerId })}\n\n`
}

function textOf({ id, customerId }: ArrivedCall): string {
  return `event: call\ndata: ${JSON.stringify({ id, customerId })}\n\n`
}
