import type { AlertCondition, AlertWindow } from './alerts.ts'
import { figureKinds } from './figure-kinds.ts'
import { formatCount, formatCounted, formatDuration, formatNumber, formatRatio } from './format.ts'
import type { MeasureTerms } from './measure-declaration.ts'
import { measureFor, measures, type MeasureName } from './measures.ts'
import { formatTimeZoneTime } from './format-time-zone.ts'

const operators = { gt: 'over', ge: 'at least', lt: 'under', le: 'at most' } as const satisfies Record<
  AlertCondition['op'],
  string
>

/** A figure of a measure, for people. */
export function alertFigureWords(measure: MeasureName, figure: number | null): string {
  if (figure === null) return 'no figure'
  const { type } = figureKinds[measures[measure].figure]
  if (type === 'duration') return formatDuration(figure)
  if (type === 'ratio') return formatRatio(figure)
  return Number.isInteger(figure) ? formatCount(figure) : formatNumber(figure)
}

/** `over 5`, `under 70%`. */
export function thresholdWords({
  measure,
  op,
  value,
}: Pick<AlertCondition, 'measure' | 'op' | 'value'>): string {
  return `${operators[op]} ${alertFigureWords(measure, value)}`
}

/** `in the last 60 minutes`, `today, America/Chicago time`. */
export function windowWords(window: AlertWindow): string {
  if ('lastMinutes' in window) {
    const { lastMinutes } = window
    // Not the days of the calendar.
    if (lastMinutes > 2880 && lastMinutes % 1440 === 0) return `in the last ${lastMinutes / 1440} × 24 hours`
    if (lastMinutes > 60 && lastMinutes % 60 === 0) return `in the last ${lastMinutes / 60} hours`
    return `in the last ${formatCounted(lastMinutes, 'minute')}`
  }
  const { lastDays, timeZone } = window
  return `${lastDays === 1 ? 'today' : `in the last ${lastDays} days`}, ${formatTimeZoneTime(timeZone)}`
}

/** `Missed over 5 in the last 60 minutes`. */
export function alertConditionWords(condition: AlertCondition, terms: MeasureTerms): string {
  const { label } = measureFor(condition.measure, terms)
  return `${label} ${thresholdWords(condition)} ${windowWords(condition.window)}`
}
