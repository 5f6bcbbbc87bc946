import type { RunReportAnswer } from '@callboard/contract/reports'
import { addDays, type DaySpan, dayOf, resolvePeriod } from '#web/lib/period.ts'
import { formatDaySpan } from '#web/lib/time.ts'

export interface ComparedWith {
  /** `vs previous 30 days`, `vs Sep 21 – Oct 20` */
  text: string
  /** The days in full. */
  title: string
}

/** What the changes are against, in words; undefined where nothing is compared. */
export function comparedWith({ comparison, meta }: RunReportAnswer): ComparedWith | undefined {
  if (comparison === undefined) return undefined
  const context = { timeZone: meta.timeZone, now: new Date(meta.generatedAt) }
  const current = resolvePeriod({ from: meta.from, to: meta.to }, context)
  const earlier = resolvePeriod({ from: comparison.from, to: comparison.to }, context)
  const span = formatDaySpan(earlier, dayOf(context.now, context.timeZone).slice(0, 4))
  const count = countDays(earlier)
  const isJustBefore = addDays(earlier.lastDay, 1) === current.firstDay && count === countDays(current)
  return {
    text: isJustBefore && count > 1 ? `vs previous ${count} days` : `vs ${span}`,
    title: `Compared with ${span}, up to the same time of day`,
  }
}

const dayMs = 86_400_000

function countDays({ firstDay, lastDay }: DaySpan): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs + 1
}
