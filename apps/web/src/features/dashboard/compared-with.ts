import { addDays, countDays, dayOf, lastDayBefore } from '@callboard/contract/calendar'
import { describeEarlier } from '@callboard/contract/comparison-words'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { formatDaySpan } from '@callboard/contract/format-time'

export interface ComparedWith {
  /** `vs previous 30 days`, `vs Sep 21 – Oct 20` */
  text: string
  /** In full. */
  title: string
}

/** The period of comparison in words; undefined if nothing is compared. */
export function comparedWith({ comparison, meta }: RunReportAnswer): ComparedWith | undefined {
  if (comparison === undefined) return undefined
  const { timeZone, generatedAt } = meta
  const daysOf = ({ from, to }: { from: string; to: string }) => ({
    firstDay: dayOf(from, timeZone),
    lastDay: lastDayBefore(to, timeZone),
  })
  const [current, earlier] = [daysOf(meta), daysOf(comparison)]
  const span = formatDaySpan(earlier, dayOf(generatedAt, timeZone).slice(0, 4))
  const count = countDays(earlier)
  const isJustBefore = addDays(earlier.lastDay, 1) === current.firstDay && count === countDays(current)
  return {
    text: isJustBefore && count > 1 ? `vs previous ${count} days` : `vs ${span}`,
    title: `Compared with ${describeEarlier({ current: meta, earlier: comparison, timeZone })}`,
  }
}
