import { standardReports } from '@callboard/contract/reports'
import type { EntityType } from '@callboard/contract/claims'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { containing, hasText } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export interface FoundRow {
  id: string
  title: string
  subtitle: string | null
  /** Of entities only. */
  type: string | null
}

export interface Found {
  total: number
  rows: FoundRow[]
}

interface Source {
  /** Table with the conditions that always hold. */
  from: RawBuilder<unknown>
  /** The text that is searched, in lower case: the indexed column if the table has one. */
  text: RawBuilder<unknown>
  title: RawBuilder<unknown>
  subtitle: RawBuilder<unknown>
  type?: RawBuilder<unknown>
}

const none = sql`NULL::text`

const sources = {
  users: {
    from: sql`app_user WHERE NOT is_deleted`,
    text: sql`search_text`,
    title: sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name)`,
    subtitle: sql`concat_ws(' · ', user_name, email, CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  customers: {
    from: sql`customer WHERE true`,
    text: sql`lower(name || ' ' || code)`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', code, CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  reports: {
    from: sql`report WHERE is_active AND NOT is_dashboard_part AND id <> ${standardReports.callDetails}`,
    text: sql`lower(name || ' ' || description)`,
    title: sql`name`,
    subtitle: sql`description`,
  },
  reportSets: {
    from: sql`report_set WHERE true`,
    text: sql`lower(name || ' ' || description)`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', nullif(description, ''), CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  reportGroups: {
    from: sql`report_group WHERE true`,
    text: sql`lower(name || ' ' || description)`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', nullif(description, ''), CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  savedReports: {
    from: sql`(
      SELECT saved_report.id, saved_report.name, report.name AS report_name,
          coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name) AS owner_name
        FROM saved_report
          JOIN report ON report.id = saved_report.report_id
          JOIN app_user ON app_user.id = saved_report.user_id
        WHERE NOT saved_report.is_deleted) AS saved WHERE true`,
    text: sql`lower(name)`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', report_name, owner_name)`,
  },
  entities: {
    from: sql`entity WHERE true`,
    text: sql`search_text`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', code, CASE WHEN NOT is_active THEN 'not active' END)`,
    type: sql`type`,
  },
} as const satisfies Record<string, Source>

/**
 * Records that contain the keyword, those first whose titles begin with it. When many do, each half is read along the
 * index of names until there are enough, and the rest is only counted.
 */
export async function selectRecords(
  db: Kysely<Database>,
  kind: keyof typeof sources,
  { keyword, limit }: { keyword: string; limit: number },
): Promise<Found> {
  const { from, text, title, subtitle, type = none }: Source = sources[kind]
  const found = sql`${from} AND ${hasText(text, keyword)}`
  const begins = sql`lower(${title}) LIKE lower(${containing(keyword).slice(1)})`
  const firstOf = async (half: RawBuilder<unknown>, count: number) => {
    const { rows } = await sql<FoundRow>`
      SELECT id, ${title} AS title, ${subtitle} AS subtitle, ${type} AS type
        FROM ${found} AND ${half} ORDER BY lower(${title}), id LIMIT ${count}`.execute(db)
    return rows
  }
  const rows = await firstOf(begins, limit)
  if (rows.length < limit) rows.push(...(await firstOf(sql`NOT ${begins}`, limit - rows.length)))
  if (rows.length < limit) return { total: rows.length, rows }
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM ${found}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** How many entities of each type contain the keyword. */
export async function countEntities(
  db: Kysely<Database>,
  keyword: string,
): Promise<{ type: EntityType; total: number }[]> {
  const { from, text } = sources.entities
  const { rows } = await sql<{ type: EntityType; total: number }>`
    SELECT type, count(*) AS total FROM ${from} AND ${hasText(text, keyword)}
      GROUP BY type ORDER BY total DESC, type`.execute(db)
  return rows
}
