import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import type { Plan } from '../../reporting/plan.ts'
import type { LastRuns } from './last-runs.ts'

/** What a report runs with, and how it is answered. */
export interface Running {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Snapshots
  lastRuns: LastRuns
  caller: Caller
  accept: string
  signal: AbortSignal
}

/** The report's name with its first and last day, by which people look for it. */
export function fileName(
  { name }: { name: string },
  { span }: Pick<Plan, 'span'>,
  extension: string,
): string {
  const lastDay = span.to.subtract({ nanoseconds: 1 }).toPlainDate()
  return `${name} ${span.from.toPlainDate().toString()} to ${lastDay.toString()}.${extension}`
}
