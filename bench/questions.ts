import { formatCount } from '@callboard/contract/format'
import { z } from 'zod'
import type { CallStore } from '../apps/server/src/db/calls/call-store.ts'
import { selectCall, storedCallFields } from '../apps/server/src/report-engine/summary/call-columns.ts'
import { missedSql } from '../apps/server/src/report-engine/sql/fields.ts'
import type { Client } from './client.ts'
import { customer } from './runtime.ts'

type QueryParams = NonNullable<Parameters<CallStore['command']>[0]['params']>

/** The same question to the engine, in SQL by hand, and to the API. */
export interface Question {
  name: string
  kind: 'details' | 'report'
  sql: string
  params: QueryParams
  path: string
  body: string
  /** The part of an answer that must be the same on both sides. */
  ofEngine: (rows: readonly Record<string, unknown>[]) => unknown[]
  ofApi: (answer: unknown) => unknown[]
}

export interface Asking {
  client: Client
  token: string
  nowMs: number
  /** In the table. */
  calls: number
}

const dayMs = 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const stored = (instant: string) => instant.slice(0, 23).replace('T', ' ')

export async function listQuestions(asking: Asking): Promise<Question[]> {
  const months = (count: number) => ({
    from: day(asking.nowMs - count * 30 * dayMs),
    to: day(asking.nowMs + dayMs),
  })
  const ofCustomer = [{ field: 'customer', op: 'eq', values: [customer.id] }]
  return [
    firstPage(asking),
    await deepPage(asking),
    await report(asking, {
      name: 'a month by day, one customer',
      definition: { dimensions: [{ field: 'time', grain: 'day' }], filters: ofCustomer },
      dateRange: months(1),
      groups: 'toDate(started_at, {zone:String})',
    }),
    await report(asking, {
      name: 'a year by source, one customer',
      definition: { dimensions: [{ field: 'source' }], filters: ofCustomer },
      dateRange: months(12),
      groups: 'source',
    }),
    await report(asking, {
      name: 'a year by weekday × hour, one customer',
      definition: { dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }], filters: ofCustomer },
      dateRange: months(12),
      groups: 'toDayOfWeek(started_at, 0, {zone:String}), toHour(started_at, {zone:String})',
    }),
    await report(asking, {
      name: 'two years by source, all customers',
      definition: { dimensions: [{ field: 'source' }] },
      dateRange: months(25),
      groups: 'source',
    }),
  ]
}

const Page = z.object({
  items: z.array(z.object({ id: z.string(), startedAt: z.string() })),
  nextCursor: z.string().nullable(),
})

const key = 'customer_id, toDate(started_at), location, started_at, id'
const { select } = selectCall(storedCallFields)

/** Keys of the page first, then its rows: the fastest way there is on this table. */
const pageSql = (more: string) => {
  const keys = `SELECT ${key} FROM calls WHERE customer_id = {customer:UUID} AND isNull(parent_call_id)
    AND started_at >= {from:DateTime64(3, 'UTC')} AND started_at < {to:DateTime64(3, 'UTC')} ${more}
    ORDER BY started_at DESC, id DESC LIMIT 50`
  return `SELECT ${select} FROM calls WHERE (${key}) IN (${keys}) ORDER BY started_at DESC, id DESC`
}

const details = {
  kind: 'details',
  path: '/api/reporting/calldetails',
  ofEngine: (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['f_id']),
  ofApi: (answer: unknown) => Page.parse(answer).items.map(({ id }) => id),
} as const

function detailsBody(from: string, to: string, rest: object): string {
  return JSON.stringify({
    from,
    to,
    filters: [{ field: 'customerId', op: 'eq', values: [customer.id] }],
    ...rest,
  })
}

function firstPage({ nowMs }: Asking): Question {
  const from = new Date(nowMs - 30 * dayMs).toISOString()
  const to = new Date(nowMs).toISOString()
  return {
    ...details,
    name: 'newest 50 calls of a month, one customer',
    sql: pageSql(''),
    params: { customer: customer.id, from: stored(from), to: stored(to) },
    body: detailsBody(from, to, { pageSize: 50 }),
  }
}

const pagesBefore = 20
/** A small table has fewer calls before it. */
const pageSizeIn = (calls: number) => Math.min(1000, Math.ceil(calls / 1000))

async function deepPage({ client, token, nowMs, calls }: Asking): Promise<Question> {
  const from = new Date(nowMs - 731 * dayMs).toISOString()
  const to = new Date(nowMs).toISOString()
  const { path } = details
  let cursor: string | undefined
  let last = { id: '', startedAt: to }
  let depth = 0
  for (let page = 0; page < pagesBefore; page++) {
    const body = detailsBody(from, to, { pageSize: pageSizeIn(calls), columns: ['startedAt'], cursor })
    const answer: z.infer<typeof Page> = Page.parse(await client.ask({ path, token, body }))
    // Each customer has some of the calls.
    if (answer.nextCursor === null) break
    cursor = answer.nextCursor
    last = answer.items.at(-1) ?? last
    depth += answer.items.length
  }
  return {
    ...details,
    name: `50 calls after ${formatCount(depth)} newer ones, one customer`,
    sql: pageSql(
      "AND started_at <= {last:DateTime64(3, 'UTC')} AND (started_at, id) < ({last:DateTime64(3, 'UTC')}, {id:UUID})",
    ),
    params: {
      customer: customer.id,
      from: stored(from),
      to: stored(to),
      last: stored(last.startedAt),
      id: last.id,
    },
    body: detailsBody(from, to, { pageSize: 50, cursor }),
  }
}

const Answer = z.object({
  columns: z.array(z.object({ role: z.string() })),
  rows: z.array(z.array(z.unknown())),
  meta: z.object({ from: z.string(), to: z.string() }),
})

const measures = ['calls', 'answered', 'missed', 'uniqueCallers', 'averageTalk'] as const
const measuresSql = `count() AS calls, countIf(direction = 'inbound' AND status = 'answered') AS answered,
  countIf(direction = 'inbound' AND ${missedSql}) AS missed,
  uniqExactIf(caller_key, direction = 'inbound' AND caller_key != 0) AS callers,
  avgIf(talk_duration, status = 'answered') AS talk`

interface ReportQuestion {
  name: string
  definition: { dimensions: { field: string; grain?: string }[]; filters?: object[] }
  dateRange: { from: string; to: string }
  groups: string
}

/** A report with its totals, which come from the same pass over the calls on both sides. */
async function report(
  { client, token }: Asking,
  { name, definition, dateRange, groups }: ReportQuestion,
): Promise<Question> {
  const path = '/api/reporting/runreport'
  const body = JSON.stringify({
    definition: { ...definition, measures },
    parameters: { dateRange },
    timeZone: customer.timeZone,
  })
  const { meta } = Answer.parse(await client.ask({ path, token, body }))
  const isOfCustomer = definition.filters !== undefined
  const names = definition.dimensions.map((_, at) => `d${at}`)
  const asked = groups.split(/, (?=to)/).map((group, at) => `${group} AS d${at}`)
  return {
    kind: 'report',
    name,
    sql: `SELECT ${asked.join(', ')}, ${measuresSql}, grouping(${names.join(', ')}) AS level FROM calls
      WHERE ${isOfCustomer ? 'customer_id = {customer:UUID} AND' : ''} isNull(parent_call_id)
        AND started_at >= {from:DateTime64(3, 'UTC')} AND started_at < {to:DateTime64(3, 'UTC')}
      GROUP BY GROUPING SETS ((${names.join(', ')}), ()) ORDER BY level DESC, ${names.join(', ')}`,
    params: {
      ...(isOfCustomer && { customer: customer.id }),
      ...(groups.includes('{zone') && { zone: customer.timeZone }),
      from: stored(meta.from),
      to: stored(meta.to),
    },
    path,
    body,
    ofEngine: (rows) => counts(rows.filter((row) => Number(row['level']) === 0).map((row) => row['calls'])),
    ofApi: (answer) => {
      const { columns, rows } = Answer.parse(answer)
      return counts(rows.map((cells) => cells[columns.filter(({ role }) => role === 'dimension').length]))
    },
  }
}

/** Only one of the answers has groups without calls. */
function counts(values: readonly unknown[]): number[] {
  return values
    .map(Number)
    .filter((value) => value > 0)
    .toSorted((one, other) => one - other)
}
