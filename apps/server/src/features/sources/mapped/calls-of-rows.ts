import type { Mapping, RowProblem } from '@callboard/contract/mappings'
import type { CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { reasonOf } from '../row-reason.ts'
import { type CallRow, combineLegs, combineReports } from './convert/combine-calls.ts'
import { completeCall, completeTimes } from './convert/complete-call.ts'
import { compiledFor } from './convert/compile-mapping.ts'
import { pathReader } from './rows/json-paths.ts'

/** The call that rows, or webhooks, have told of. */
export function callsOfRows(
  events: readonly SourceEvent[],
  mapping: Mapping,
  source: SourceContext,
): CallsOfEvents {
  const compiled = compiledFor(mapping, source)
  const readers = compiled.columns.map(pathReader)
  const rows: CallRow[] = []
  for (const { body } of events) {
    const values = readers.map((read) => read(body))
    const row = compiled.read(values)
    if (row === undefined) continue
    const [problem] = row.problems
    if (problem !== undefined) return unclear([problem])
    rows.push({ found: row.found, order: compiled.orderOf(values) })
  }
  if (rows.length === 0) return { calls: [] }
  return combined(rows, mapping)
}

function combined(rows: readonly CallRow[], mapping: Mapping): CallsOfEvents {
  const problems: RowProblem[] = []
  const call = completeCall(combineRows(rows, mapping), problems)
  if (call !== undefined) return { calls: [call] }
  return unclear(problems)
}

function unclear(problems: readonly RowProblem[]): CallsOfEvents {
  const { description: problem, value } = reasonOf(problems)
  return { calls: [], problem, value }
}

/** Rows of one call, as legs or as reports of it. */
export function combineRows(rows: readonly CallRow[], mapping: Mapping): CallRow['found'] {
  const found = mapping.legsBy.length > 0 ? combineLegs(rows) : combineReports(rows)
  completeTimes(found)
  return found
}
