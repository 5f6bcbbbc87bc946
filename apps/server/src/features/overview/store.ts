import { isOperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables/schema.ts'

/** The values of parts by their names: those in SQL by one statement, the others as they are found. */
export async function selectParts(
  db: Db,
  parts: readonly [name: string, part: unknown][],
): Promise<Record<string, unknown>> {
  const inSql = parts.flatMap(([name, part]) => (isRaw(part) ? [sql`${part} AS ${sql.ref(name)}`] : []))
  const others = parts.filter(([, part]) => !isRaw(part))
  const [{ rows }, ...found] = await Promise.all([
    sql<Record<string, unknown>>`SELECT ${sql.join(inSql)}`.execute(db),
    ...others.map(async ([name, part]) => [name, await part] as const),
  ])
  return { ...rows[0], ...Object.fromEntries(found) }
}

function isRaw(part: unknown): part is RawBuilder<unknown> {
  return isOperationNodeSource(part)
}
