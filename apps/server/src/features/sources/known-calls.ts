import type { Kysely } from 'kysely'
import { callId } from '../../db/call-id.ts'
import type { Database } from '../../db/tables/schema.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { selectMade } from './event-store.ts'
import type { EventRow } from './rows-of-events.ts'

interface Knowing {
  db: Kysely<Database>
  ingest: Pick<Ingest, 'judge'>
  customer: Parameters<Ingest['judge']>[0]
  sourceSystem: string
}

/**
 * Tells rows that are calls as a whole from those of which a file has told: of these only what events add is to change. They
 * are known, are otherwise than the row, and were not made of events.
 */
export async function splitKnown(
  { db, ingest, customer, sourceSystem }: Knowing,
  rows: readonly EventRow[],
): Promise<{ whole: EventRow[]; added: EventRow[] }> {
  const idOf = ({ value }: EventRow) => callId(customer.id, sourceSystem, value?.externalCallId ?? '')
  const partial = rows.filter(({ whereKnown }) => whereKnown !== undefined)
  if (partial.length === 0) return { whole: [...rows], added: [] }
  const made = await selectMade(db, partial.map(idOf))
  const asked = partial.filter((row) => !made.has(idOf(row)))
  const numbered = asked.map((row, at) => ({ ...row, line: at + 1 }))
  const { calls } = await ingest.judge(customer, numbered, { source: sourceSystem })
  const changed = new Set(calls.flatMap(({ id, outcome }) => (outcome === 'updated' ? [id] : [])))
  const isAdded = (row: EventRow) => row.whereKnown !== undefined && changed.has(idOf(row))
  return {
    whole: rows.filter((row) => !isAdded(row)),
    added: rows
      .filter(isAdded)
      .map(({ whereKnown }) => ({ raw: JSON.stringify(whereKnown), value: whereKnown })),
  }
}
