import { formatCount } from '@callboard/contract/format'
import { formatWait } from '@callboard/contract/format-wait'
import { type RawBuilder, sql } from 'kysely'
import type { Finding } from '../lib/health-check.ts'
import { type Metric, readTogether } from '../lib/metric.ts'
import type { Db } from './tables/schema.ts'

/** Rows of PostgreSQL that wait to be worked on. */
export interface WaitingRows {
  /** Of their metrics, in the plural: `mails`. */
  name: string
  /** For people, in the plural: `Emails`. */
  title: string
  /** What follows FROM: the rows that wait. */
  from: RawBuilder<unknown>
  /** Since when one of them has waited. */
  since: RawBuilder<Date>
}

/** How many wait, and how long the first one has. */
export function waitingMetrics(db: Db, rows: WaitingRows): Metric[] {
  const { name, title } = rows
  const read = readTogether(async () => await readWaiting(db, rows))
  return [
    {
      name: `${name}_waiting`,
      help: `${title} that wait.`,
      read: async () => (await read()).count,
    },
    {
      name: `${name}_waiting_seconds`,
      help: 'How long the first of them has waited; 0 when none does.',
      read: async () => (await read()).seconds,
    },
  ]
}

/** Longer than they wait unless something is refused, or there are very many. */
const noticedSeconds = 300
/** Longer than any of them wait where all is well. */
const lateSeconds = 1800

/** What is said of them when the first one has waited for more than five minutes. */
export async function findLate(
  db: Db,
  rows: WaitingRows,
  mending: Pick<Finding, 'action' | 'page'>,
): Promise<Finding | undefined> {
  const { count, seconds } = await readWaiting(db, rows)
  if (seconds < noticedSeconds) return undefined
  const message = `${rows.title} wait: ${formatCount(count)}, the first one for ${formatWait(seconds)}.`
  return { state: seconds < lateSeconds ? 'notice' : 'problem', message, ...mending }
}

async function readWaiting(
  db: Db,
  { from, since }: WaitingRows,
): Promise<{ count: number; seconds: number }> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    SELECT count(*) AS count, greatest(0, coalesce(extract(epoch FROM now() - min(${since})), 0))::float8 AS seconds
      FROM ${from}`.execute(db)
  return rows[0] ?? { count: 0, seconds: 0 }
}

/** The value of an expression. */
export async function readNumber(db: Db, expression: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ value: number }>`SELECT ${expression} AS value`.execute(db)
  return rows[0]?.value ?? 0
}
