import { setTimeout } from 'node:timers/promises'
import type { CallStore } from '../../../db/calls/call-store.ts'
import type { Snapshots } from '../../../db/calls/snapshots.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { RepeatedWork } from '../../../jobs/repeated-work.ts'
import type { Log } from '../../../lib/log.ts'
import type { Ingest } from '../../ingest/ingest.ts'
import { type ConnectionWay, FetchFailed, type Heard } from '../adapter.ts'
import type { CallAssembler } from '../assemble-calls.ts'
import type { EventIntake } from '../event-intake.ts'
import { type LoadedSource, loadActiveSources } from '../sources.ts'
import { noteConnection, noteProblem } from '../state-store.ts'
import { selectCallsInProgress } from './progress-store.ts'

interface Keeping {
  db: Db
  calls: CallStore
  snapshots: Pick<Snapshots, 'published'>
  ingest: Pick<Ingest, 'isWriter' | 'settled'>
  intake: Pick<EventIntake, 'keep'>
  assembler: Pick<CallAssembler, 'settled'>
  allowedAddresses: readonly string[]
  log: Log
}

interface Kept {
  /** What it was connected with: another one is connected anew. */
  with: string
  stopping: AbortController
  ended: Promise<void>
}

/** How often it looks which sources there are, and whether calls are written here. */
const pollIntervalMs = 2000
const firstPauseMs = 1000
const maxPauseMs = 60_000
/** Calls of a switch that is lost for longer are no longer shown as going on. */
const forgottenAfterMs = 2 * 60_000
/** Until somebody has mended what is wrong; a change of the source is tried at once. */
const lastingPauseMs = 5 * 60_000

/**
 * Keeps a connection to each switch that is listened to, where calls are written: of several processes, in that one. One that
 * is lost is made again after pauses that grow.
 */
export class ConnectionKeeper {
  readonly #keeping: Keeping
  readonly #kept = new Map<string, Kept>()
  readonly #work: RepeatedWork

  constructor(keeping: Keeping) {
    this.#keeping = keeping
    this.#work = new RepeatedWork({
      everyMs: pollIntervalMs,
      work: async () => await this.#keepOnly(await this.#findWanted()),
      onError: (error) =>
        keeping.log.error({ err: error }, 'connections to switches could not be looked after'),
    })
  }

  start(): void {
    this.#work.start(0)
  }

  async close(): Promise<void> {
    await this.#work.close()
    await this.#keepOnly(new Map())
  }

  async #findWanted(): Promise<Map<string, LoadedSource>> {
    const { db, ingest } = this.#keeping
    if (!ingest.isWriter) return new Map()
    const sources = await loadActiveSources(db)
    const wanted = sources.filter(
      ({ adapter, context, secrets }) => adapter.connection?.isConfigured(context, secrets) === true,
    )
    return new Map(wanted.map((source) => [source.id, source]))
  }

  async #keepOnly(wanted: ReadonlyMap<string, LoadedSource>): Promise<void> {
    const { db, ingest } = this.#keeping
    for (const [id, kept] of this.#kept) {
      const source = wanted.get(id)
      if (source !== undefined && connectedWith(source) === kept.with) continue
      kept.stopping.abort()
      await kept.ended
      this.#kept.delete(id)
      // Another process that writes calls now says how it is.
      if (source === undefined && ingest.isWriter) await noteConnection(db, id, null)
    }
    for (const [id, source] of wanted) {
      const { connection } = source.adapter
      if (this.#kept.has(id) || connection === undefined) continue
      const stopping = new AbortController()
      const ended = this.#keep(source, connection, stopping.signal)
      this.#kept.set(id, { with: connectedWith(source), stopping, ended })
    }
  }

  /** Until the signal aborts. */
  async #keep(source: LoadedSource, connection: ConnectionWay, signal: AbortSignal): Promise<void> {
    const { db, log } = this.#keeping
    let pauseMs = firstPauseMs
    let lost: { sinceMs: number; isForgotten: boolean } | undefined
    while (!signal.aborted) {
      try {
        await noteConnection(db, source.id, 'connecting')
        for await (const heard of connection.listen(this.#contextOf(source, signal))) {
          await this.#take(source, connection, heard)
          if (heard.present === undefined) continue
          pauseMs = firstPauseMs
          lost = undefined
          await noteConnection(db, source.id, 'connected')
          await noteProblem(db, source.id, null)
        }
      } catch (error) {
        const isPassing = !(error instanceof FetchFailed) || error.isPassing
        if (!(error instanceof FetchFailed)) log.error({ err: error, source: source.id }, 'a switch is lost')
        const message =
          error instanceof FetchFailed ? error.message : 'The portal could not take what the switch said.'
        await this.#noteFailure(source.id, message)
        lost ??= { sinceMs: performance.now(), isForgotten: false }
        if (!lost.isForgotten && performance.now() - lost.sinceMs > forgottenAfterMs) {
          lost.isForgotten = true
          await this.#forgetOpen(source, connection)
        }
        await setTimeout(isPassing ? pauseMs : lastingPauseMs, undefined, { signal, ref: false }).catch(
          () => {},
        )
        pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      }
    }
  }

  /** Nobody knows whether they go on; those that do are shown again once it is connected. */
  async #forgetOpen(source: LoadedSource, connection: ConnectionWay): Promise<void> {
    try {
      await this.#take(source, connection, { events: [], present: new Set() })
    } catch (error) {
      this.#keeping.log.error({ err: error, source: source.id }, 'calls of a lost switch could not be closed')
    }
  }

  async #noteFailure(sourceId: string, message: string): Promise<void> {
    const { db, log } = this.#keeping
    try {
      await noteConnection(db, sourceId, 'waiting')
      await noteProblem(db, sourceId, message)
    } catch (error) {
      log.error({ err: error, source: sourceId }, 'that a switch is lost could not be noted')
    }
  }

  async #take({ id, ...source }: LoadedSource, connection: ConnectionWay, heard: Heard): Promise<void> {
    const { intake } = this.#keeping
    await intake.keep(id, heard.events)
    if (heard.present === undefined) return
    const nowMs = Date.now()
    const open = await this.#selectOpen(source)
    const gone = open.filter((key) => heard.present?.has(key) !== true)
    await intake.keep(
      id,
      gone.map((key) => connection.gone(key, nowMs)),
    )
  }

  /** The calls of a source that had not ended when it was last heard. */
  async #selectOpen({ customerId, context }: Omit<LoadedSource, 'id'>): Promise<string[]> {
    const { calls, snapshots, ingest, assembler } = this.#keeping
    await assembler.settled()
    await ingest.settled()
    const seen = await snapshots.published()
    return await selectCallsInProgress(calls, { customerId, sourceSystem: context.sourceSystem, seen })
  }

  #contextOf({ context, secrets }: LoadedSource, signal: AbortSignal) {
    const { allowedAddresses } = this.#keeping
    return { source: context, secrets, allowedAddresses, signal, nowMs: Date.now() }
  }
}

function connectedWith({ customerId, context, secrets }: LoadedSource): string {
  const { settings, sourceSystem } = context
  return JSON.stringify([customerId, sourceSystem, settings, secrets])
}
