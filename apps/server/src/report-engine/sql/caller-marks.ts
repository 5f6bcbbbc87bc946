import type { Filter } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import type { Scope } from '../../access/rows/scope.ts'
import { selectCallerMarks } from '../../db/call-backs.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import type { Db } from '../../db/tables/schema.ts'
import { type CallerMarks, isOfWaiting } from './missed-callers.ts'
import { isYesWanted } from './yes-or-no.ts'

/**
 * What people have said of missed callers, where a question's filters depend on it; undefined where none does. `spans` are the
 * periods that the question reads. Throws `invalid`.
 */
export async function findCallerMarks(
  scope: Scope,
  { db, askedAt = new Date() }: { db: Db; askedAt?: Date | undefined },
  { filters, spans }: { filters: readonly Filter[]; spans: readonly Span[] },
): Promise<CallerMarks | undefined> {
  const asked = filters.filter(isOfWaiting)
  if (asked.length === 0) return undefined
  for (const filter of asked) isYesWanted(filter)
  const from = new Date(Math.min(...spans.map((span) => span.from.epochMilliseconds)))
  const marks = await selectCallerMarks(db, { customerIds: scope.customerIds, from, now: askedAt })
  return { marks, askedAt: instantParam(askedAt) }
}
