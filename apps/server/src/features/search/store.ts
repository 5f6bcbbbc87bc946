import { type Kysely, type RawBuilder, sql } from 'kysely'
import { containing } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { userText } from '../../db/user-text.ts'

export interface FoundRow {
  id: string
  title: string
  subtitle: string | null
  /** Of an entity. */
  type: string | null
}

export interface Found {
  total: number
  rows: FoundRow[]
}

interface Searched {
  /** With the conditions that always hold. */
  from: RawBuilder<unknown>
  /** In what is searched: the expression of the table's index, where it has one. */
  text: RawBuilder<unknown>
  title: RawBuilder<unknown>
  subtitle: RawBuilder<unknown>
  type?: RawBuilder<unknown>
}

const none = sql`NULL::text`

const searched = {
  users: {
    from: sql`app_user WHERE NOT is_deleted`,
    text: userText,
    title: sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name)`,
    subtitle: sql`concat_ws(' · ', user_name, email, CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  customers: {
    from: sql`customer WHERE true`,
    text: sql`name || ' ' || code`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', code, CASE WHEN NOT is_active THEN 'not active' END)`,
  },
  reports: {
    from: sql`report WHERE is_active AND NOT is_dashboard_part`,
    text: sql`name || ' ' || description`,
    title: sql`name`,
    subtitle: sql`description`,
  },
  entities: {
    from: sql`entity WHERE true`,
    text: sql`code || ' ' || name`,
    title: sql`name`,
    subtitle: sql`concat_ws(' · ', code, CASE WHEN NOT is_active THEN 'not active' END)`,
    type: sql`type`,
  },
} as const satisfies Record<string, Searched>

/** Records with the keyword in their names, those first whose names begin with it. */
export async function findRecords(
  db: Kysely<Database>,
  kind: keyof typeof searched,
  { keyword, limit }: { keyword: string; limit: number },
): Promise<Found> {
  const { from, text, title, subtitle, type = none }: Searched = searched[kind]
  const where = sql`${from} AND ${text} ILIKE ${containing(keyword)}`
  const { rows } = await sql<FoundRow & { total: number }>`
    SELECT id, ${title} AS title, ${subtitle} AS subtitle, ${type} AS type, count(*) OVER () AS total
      FROM ${where}
      ORDER BY (${title} ILIKE ${containing(keyword).slice(1)}) DESC, lower(${title}), id
      LIMIT ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, rows }
}
