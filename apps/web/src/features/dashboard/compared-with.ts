import type { RunReportAnswer } from '@callboard/contract/reports'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import { dayOf, resolvePeriod } from '#web/lib/period.ts'
import { formatDaySpan } from '#web/lib/time.ts'

export interface ComparedWith {
  /** `vs previous 30 days`, `vs Sep 21 – Oct 20` */
  text: string
  /** The days in full. */
  title: string
}

const lastDays = /^last(\d+)Days$/

/** What the changes are against, in words; undefined where nothing is compared. */
export function comparedWith(answer: RunReportAnswer, { period }: DashboardState): ComparedWith | undefined {
  const { comparison, meta } = answer
  if (comparison === undefined) return undefined
  const { from, to } = comparison
  const { timeZone } = meta
  const now = new Date(meta.generatedAt)
  const span = formatDaySpan(resolvePeriod({ from, to }, { timeZone, now }), dayOf(now, timeZone).slice(0, 4))
  const count = 'relative' in period ? lastDays.exec(period.relative)?.[1] : undefined
  const text =
    comparison.kind === 'previousPeriod' && count !== undefined ? `vs previous ${count} days` : `vs ${span}`
  return { text, title: `Compared with ${span}, cut at the same time of day` }
}
