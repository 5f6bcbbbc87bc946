import type { Span } from '@callboard/contract/period'
import type { z } from 'zod'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { parseRows } from '../../db/calls/row-values.ts'
import type { ReadingAt, Snapshot } from '../../db/calls/snapshots.ts'
import type { Sql } from './sql.ts'

/** With what the parts of an answer are read, all at one snapshot. */
export interface Reading extends ReadingAt, StoredCalls {}

interface RowsWanted<Row> {
  /** Of the calls that are read. */
  span: Span
  /** The query of the rows for a scope. Its text and values say all that the answer depends on, but the calls. */
  build: (at: Snapshot) => Sql
  row: z.ZodType<Row>
}

/**
 * The rows of a query. What several ask at the same moment is read once, and what was read before is not read again unless
 * its calls were changed since. The scope is part of the query, so whoever gets the rows of another may see the same calls.
 */
export async function readOnce<Row>(
  { span: { from, to }, build, row }: RowsWanted<Row>,
  { calls, snapshots, ...reading }: Reading,
): Promise<Row[]> {
  const { sql, params } = build({ ...reading.at, ...anyState })
  const question = {
    text: `${sql}\n${JSON.stringify(params)}`,
    fromMs: from.epochMilliseconds,
    toMs: to.epochMilliseconds,
  }
  const lines = await snapshots.readOnce(reading, question, async ({ at, signal }) =>
    calls.lines({ ...build(at), signal }),
  )
  return parseRows(lines, row)
}

/** Which rows a snapshot leaves out says nothing of what is asked. */
const anyState = { number: 0, visibility: 'atSnapshot' } as const
