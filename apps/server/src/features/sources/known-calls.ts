import { callId } from '../../db/call-id.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { EventRow } from './rows-of-events.ts'

interface Knowing {
  ingest: Pick<Ingest, 'judge'>
  customer: Parameters<Ingest['judge']>[0]
  sourceSystem: string
  /** Ids of the calls that were made of events before. */
  made: ReadonlySet<string>
}

/**
 * Tells rows that are calls as a whole from those of which a file has told: of these only what events add is to change. They
 * are known, are otherwise than the row, and were not made of events.
 */
export async function splitKnown(
  { ingest, customer, sourceSystem, made }: Knowing,
  rows: readonly EventRow[],
): Promise<{ whole: EventRow[]; added: EventRow[] }> {
  const idOf = ({ value }: EventRow) => callId(customer.id, sourceSystem, value?.externalCallId ?? '')
  const asked = rows.filter((row) => row.whereKnown !== undefined && !made.has(idOf(row)))
  if (asked.length === 0) return { whole: [...rows], added: [] }
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
