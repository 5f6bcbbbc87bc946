import { z } from 'zod'
import type { Scope } from '../../access/rows/scope.ts'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { instantParam, Integer } from '../../db/calls/row-values.ts'
import { Bindings } from '../sql/bindings.ts'
import { constantSqlOf } from '../sql/constant-sql.ts'
import type { Field } from '../sql/fields.ts'
import { scopeSql } from '../sql/scope-sql.ts'

export interface ValueSearch {
  keyword: string | undefined
  offset: number
  limit: number
  /** Values that match by their label only. */
  alsoMatching: readonly string[]
  /** Of calls that began after this instant. */
  since?: string
}

/** Values of a text field, or tags, in the calls of a scope, the most frequent first. */
export async function selectFieldValues(
  scope: Scope,
  field: Field,
  { calls, snapshots, search }: StoredCalls & { search: ValueSearch },
): Promise<{ values: string[]; total: number }> {
  const rows = await snapshots.read({}, async ({ at, signal }) => {
    const bindings = new Bindings()
    const column = constantSqlOf(field)
    const conditions = [scopeSql(scope, at, bindings)]
    if (search.since !== undefined) {
      conditions.push(`started_at >= ${bindings.bind(instantParam(search.since), "DateTime64(3, 'UTC')")}`)
    }
    // Each tag of a call is a value of its own.
    const value = field.storedKind === 'tags' ? `arrayJoin(${column})` : column
    const wanted = ["v != ''"]
    if (search.keyword !== undefined && search.keyword !== '') {
      const part = bindings.bind(search.keyword.toLowerCase(), 'String')
      const labelled = bindings.bind(search.alsoMatching, 'Array(String)')
      wanted.push(`(position(lowerUTF8(v), ${part}) > 0 OR v IN ${labelled})`)
    }
    return await calls.query({
      sql: [
        `SELECT v, count() AS c, count() OVER () AS n`,
        `FROM (SELECT ${value} AS v FROM calls WHERE ${conditions.join(' AND ')}) WHERE ${wanted.join(' AND ')}`,
        `GROUP BY v ORDER BY c DESC, v LIMIT ${search.limit} OFFSET ${search.offset}`,
      ].join(' '),
      params: bindings.params,
      row: z.object({ v: z.string(), n: Integer }),
      signal,
    })
  })
  return { values: rows.map((row) => row.v), total: rows[0]?.n ?? 0 }
}
