import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  FetchFailed,
  type FetchContext,
  type FetchedPage,
  type FetchWay,
  type SourceContext,
  type SourceEvent,
} from '../adapter.ts'
import { numberSetting, textSetting } from '../setting-values.ts'
import { valuesOf, type CdrRow } from './cdr-columns.ts'
import { withCdrDatabase, type CdrDatabase } from './cdr-database.ts'
import { callKeyOf, eventOfRow } from './cdr-events.ts'
import { groupLegs } from './group-legs.ts'
import { isLeg, legOf } from './legs.ts'
import { readingOf } from './source-rules.ts'

export const defaultLookBackHours = 6
export const defaultRowsPerStep = 1000

const hourMs = 3_600_000
/** Looked back each time, for calls that have just ended. */
const shortLookBackMs = hourMs / 4
/** Between two looks over all the hours. */
const longLookBackIntervalMs = hourMs / 4
/** So that the database has at least as much time for others as for us. */
const minPauseMs = 200
const maxPauseMs = 10_000
/** Of one second. */
const maxRowsOfSecond = 50_000
/** Before every row. */
const firstTime = '1970-01-01 00:00:00'

/** Where reading goes on. Times are the switch's own. */
const Cursor = z.object({
  /** Of the last row that was read; null when the newest was. */
  after: z.string().nullable(),
  newest: z.string().nullable(),
  lookedBackAtMs: z.number(),
})
type Cursor = z.infer<typeof Cursor>

/** Reads the `cdr` table of a MariaDB or MySQL. */
export const cdrFetching: FetchWay = {
  intervalSeconds: 60,
  isConfigured: (source) =>
    textSetting(source, 'host') !== undefined && textSetting(source, 'user') !== undefined,
  async page(context, cursor) {
    const from = startOf(Cursor.safeParse(cursor).data, context)
    return await withCdrDatabase(context, async (database) => await readPage(database, context, from))
  },
  async test(context) {
    return await withCdrDatabase(context, async (database) => {
      const newest = await database.newestTime()
      const known = `The table can be read, with ${database.columns.length} of its columns`
      return newest === undefined
        ? `${known}. It has no rows yet.`
        : `${known}. Its newest call began at ${newest}.`
    })
  },
}

type Start = Cursor & { readonly after: string }

/** A row is written when a leg ends, and found by when it began: so it is looked back for rows that came late. */
function startOf(cursor: Cursor | undefined, { source, nowMs }: FetchContext): Start {
  if (cursor === undefined) {
    const after = sinceOf(source)
    return { after, newest: null, lookedBackAtMs: nowMs }
  }
  const { after, newest, lookedBackAtMs } = cursor
  if (after !== null) return { after, newest, lookedBackAtMs }
  const isLong = nowMs - lookedBackAtMs >= longLookBackIntervalMs
  const hours = numberSetting(source, 'lookBackHours', defaultLookBackHours)
  const lookBackMs = isLong ? Math.max(hours * hourMs, shortLookBackMs) : shortLookBackMs
  // A row of a clock that went wrong lies in the future, and would hide all others.
  const latest = earlier(newest ?? sinceOf(source), localTextOf(nowMs, source.timeZone))
  return {
    after: shifted(latest, -lookBackMs),
    newest,
    lookedBackAtMs: isLong ? nowMs : lookedBackAtMs,
  }
}

function sinceOf(source: SourceContext): string {
  const day = textSetting(source, 'fetchSince')
  if (day === undefined) return firstTime
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new FetchFailed('“Calls since” is not a day such as 2026-03-10.', { isPassing: false })
  return shifted(`${day} 00:00:00`, -1000)
}

async function readPage(database: CdrDatabase, context: FetchContext, start: Start): Promise<FetchedPage> {
  const { source, signal } = context
  const limit = numberSetting(source, 'rowsPerStep', defaultRowsPerStep)
  const startedMs = performance.now()
  const found = await database.rowsAfter(start.after, limit)
  const isDone = found.length < limit
  const rows = isDone ? found : await wholeSeconds(found, database)
  const events = await eventsOf(rows, { database, context })
  const last = rows.at(-1)?.['start'] ?? start.after
  const newest = start.newest === null || start.newest < last ? last : start.newest
  if (!isDone) await pause(performance.now() - startedMs, signal)
  return {
    events,
    cursor: { after: isDone ? null : last, newest, lookedBackAtMs: start.lookedBackAtMs } satisfies Cursor,
    isDone,
  }
}

async function pause(tookMs: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(Math.max(tookMs, minPauseMs), maxPauseMs), undefined, { signal })
}

/** Without the last second, which may go on, unless there is no other: then with all of it. */
async function wholeSeconds(rows: readonly CdrRow[], database: CdrDatabase): Promise<readonly CdrRow[]> {
  const last = rows.at(-1)?.['start'] ?? ''
  const before = rows.filter((row) => row['start'] !== last)
  return before.length > 0 ? before : await database.rowsAt(last, maxRowsOfSecond)
}

async function eventsOf(
  rows: readonly CdrRow[],
  { database, context }: { database: CdrDatabase; context: FetchContext },
): Promise<SourceEvent[]> {
  const isUnlinked = rows.some((row) => linkedIdOf(row) === '' && isOfLocal(row))
  const keys = isUnlinked ? await keysOfLocals(rows, database, context.source) : new Map<string, string>()
  return rows.map((row) => {
    const key = linkedIdOf(row) || keys.get(JSON.stringify(row)) || row['uniqueid']
    return eventOfRow(row, key || `${row['channel']}@${row['start']}`, context.nowMs)
  })
}

function linkedIdOf({ linkedid = '' }: CdrRow): string {
  return linkedid === '0' ? '' : linkedid
}

function isOfLocal({ channel = '', dstchannel = '' }: CdrRow): boolean {
  return channel.startsWith('Local/') || dstchannel.startsWith('Local/')
}

const maxLocalRows = 20_000

/**
 * Tables without `linkedid` say of the two halves of a Local channel only by its name that they are of one call. The other
 * half may lie in another step: before this one, or in the seconds after it.
 */
async function keysOfLocals(
  rows: readonly CdrRow[],
  database: CdrDatabase,
  source: SourceContext,
): Promise<Map<string, string>> {
  const first = rows[0]?.['start'] ?? firstTime
  const last = rows.at(-1)?.['start'] ?? first
  const around = await database.localRowsBetween(shifted(first, -hourMs), shifted(last, 5000), maxLocalRows)
  const texts = [...new Set([...around, ...rows].map((row) => JSON.stringify(row)))]
  const known = new Map([...around, ...rows].map((row) => [JSON.stringify(row), row]))
  const reading = readingOf(source)
  const grouping = groupLegs()
  for (const [at, raw] of texts.entries()) {
    const values = valuesOf(known.get(raw) ?? {})
    const leg = legOf({ line: at + 1, raw, fieldCount: values.length, values }, reading)
    if (isLeg(leg)) grouping.add(leg)
  }
  grouping.end()
  return new Map(
    grouping.take(texts.length).flatMap((group) => {
      const key = callKeyOf(group)
      return group.map(({ raw }): [string, string] => [raw, key])
    }),
  )
}

/** A time of the switch so much later, as if its clock were never changed. */
function shifted(time: string, byMs: number): string {
  const ms = Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`)
  return new Date((Number.isNaN(ms) ? 0 : ms) + byMs).toISOString().slice(0, 19).replace('T', ' ')
}

function localTextOf(ms: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
