import pLimit from 'p-limit'
import type { Db } from '../../db/tables/schema.ts'
import type { Log } from '../../lib/log.ts'
import { type FetchContext, FetchFailed, type FetchWay } from './adapter.ts'
import { insertEvents } from './event-store.ts'
import { newEventOf } from './event-intake.ts'
import { type LoadedSource, loadActiveSources } from './sources.ts'
import * as store from './state-store.ts'

export interface FetchingParts {
  db: Db
  log: Log
  allowedAddresses: readonly string[]
  /** Aborted when the portal closes. */
  closing: AbortSignal
  /** To be called when events were kept. */
  onKept: () => void
}

const concurrency = 8
/** A page that takes longer is given up, and its source may be fetched elsewhere. */
const pageSeconds = 120
/** As long as a source with much to fetch goes on before others have their turn again. */
const turnMs = 300_000

const maxPauseSeconds = 6 * 3600
/** Until somebody has mended what is wrong. */
const lastingPauseSeconds = 3600

/** Fetches the calls of all sources that are due, several side by side. One that fails does not hold up others. */
export async function fetchDue(parts: FetchingParts): Promise<void> {
  const limit = pLimit(concurrency)
  await limit.map(await loadActiveSources(parts.db), async (source) => {
    if (!parts.closing.aborted) await fetchSource(parts, source)
  })
}

async function fetchSource(parts: FetchingParts, source: LoadedSource): Promise<void> {
  const { db, log } = parts
  const { fetch } = source.adapter
  if (fetch?.isConfigured(source.context, source.secrets) !== true) return
  const claimed = await store.claimFetch(db, source.id, pageSeconds)
  if (claimed === undefined) return
  try {
    const isDone = await fetchPages(parts, { source, fetch, cursor: claimed.cursor })
    await store.noteProblem(db, source.id, null)
    await store.endFetch(db, source.id, { nextSeconds: isDone ? fetch.intervalSeconds : 0, failures: 0 })
  } catch (error) {
    const failures = claimed.failures + 1
    if (!(error instanceof FetchFailed)) log.error({ err: error, source: source.id }, 'fetching calls failed')
    const message = error instanceof FetchFailed ? error.message : 'The portal could not fetch calls.'
    await store.noteProblem(db, source.id, message)
    await store.endFetch(db, source.id, { nextSeconds: pauseSeconds(error, failures), failures })
  }
}

function pauseSeconds(error: unknown, failures: number): number {
  if (error instanceof FetchFailed && !error.isPassing) return lastingPauseSeconds
  const growing = Math.min(60 * 2 ** (failures - 1), maxPauseSeconds)
  const asked = error instanceof FetchFailed ? error.retryAfterSeconds : undefined
  return Math.max(asked ?? 0, asked === undefined ? growing : 1)
}

/** False when there is more. */
async function fetchPages(
  parts: FetchingParts,
  { source, fetch, cursor: first }: { source: LoadedSource; fetch: FetchWay; cursor: unknown },
): Promise<boolean> {
  const { db, closing, onKept } = parts
  const endMs = Date.now() + turnMs
  let cursor = first
  while (!closing.aborted && Date.now() < endMs) {
    const page = await fetch.page(contextOf(parts, source), cursor)
    cursor = page.cursor
    await db.transaction().execute(async (transaction) => {
      await insertEvents(
        transaction,
        page.events.map((event) => newEventOf(source.id, event)),
      )
      await store.updateCursor(transaction, source.id, { cursor, seconds: pageSeconds })
    })
    if (page.events.length > 0) onKept()
    if (page.isDone) return true
  }
  return false
}

export function contextOf(
  { allowedAddresses, closing }: Pick<FetchingParts, 'allowedAddresses' | 'closing'>,
  { context, secrets }: LoadedSource,
): FetchContext {
  return {
    source: context,
    secrets,
    allowedAddresses,
    signal: AbortSignal.any([closing, AbortSignal.timeout(pageSeconds * 1000)]),
    nowMs: Date.now(),
  }
}
