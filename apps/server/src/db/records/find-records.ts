import { type RawBuilder, sql } from 'kysely'
import { containing, hasText } from './list-page.ts'
import type { Database, Db } from '../tables/schema.ts'

export interface FoundRow {
  id: string
  title: string
  subtitle: string | null
  /** Of entities only. */
  type: string | null
}

/** Which of the results are wanted. */
export interface ResultPage {
  offset: number
  limit: number
}

export interface Found {
  total: number
  rows: FoundRow[]
}

/** Where a search looks for records of a type. */
export interface SearchedRows {
  /** Table with the conditions that always hold, `WHERE true` where there are none. */
  from: RawBuilder<unknown>
  /** The text that is searched, in lower case: the indexed column if the table has one. */
  text: RawBuilder<unknown>
  /** Its name unless given. */
  title?: RawBuilder<unknown>
  subtitle: RawBuilder<unknown>
  type?: RawBuilder<unknown>
}

const name = sql`name`
const none = sql`NULL::text`

/** The columns of a subtitle, and whether the record is inactive. */
export function withState(...columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`concat_ws(' · ', ${sql.join(columns)}, CASE WHEN NOT is_active THEN 'not active' END)`
}

/** Records with a name and a description, active or not. */
export function describedRows(table: keyof Database): SearchedRows {
  return {
    from: sql`${sql.table(table)} WHERE true`,
    text: sql`lower(name || ' ' || description)`,
    subtitle: withState(sql`nullif(description, '')`),
  }
}

/**
 * Records that contain the keyword, those first whose titles begin with it. When many do, each half is read along the
 * index of names until there are enough, and the rest is only counted.
 */
export async function findRecords(
  db: Db,
  { from, text, title = name, subtitle, type = none }: SearchedRows,
  { keyword, offset, limit }: ResultPage & { keyword: string },
): Promise<Found> {
  const needed = offset + limit
  const found = sql`${from} AND ${hasText(text, keyword)}`
  const begins = sql`lower(${title}) LIKE lower(${containing(keyword).slice(1)})`
  const firstOf = async (half: RawBuilder<unknown>, count: number) => {
    const { rows } = await sql<FoundRow>`
      SELECT id, ${title} AS title, ${subtitle} AS subtitle, ${type} AS type
        FROM ${found} AND ${half} ORDER BY lower(${title}), id LIMIT ${count}`.execute(db)
    return rows
  }
  const first = await firstOf(begins, needed)
  if (first.length < needed) first.push(...(await firstOf(sql`NOT ${begins}`, needed - first.length)))
  const rows = first.slice(offset)
  if (first.length < needed) return { total: first.length, rows }
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM ${found}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, rows }
}
