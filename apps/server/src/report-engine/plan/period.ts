import { type Clock, type Period, resolvePeriod, type Span } from '@callboard/contract/period'
import { AppError } from '../../lib/app-error.ts'

const maxYears = 20
/** The range of instants that the table of calls can store. */
const firstYear = 1900
const lastYear = 2299

/** The instants of a period that can be reported on. */
export function resolveReportPeriod(period: Period, clock: Clock): Span {
  if ('from' in period) requireYears(period)
  const span = resolvePeriod(period, clock)
  if ('relative' in period) return span
  if (Temporal.ZonedDateTime.compare(span.from, span.to) >= 0) {
    throw new AppError('emptyPeriod', 'The period ends before it starts; its end is exclusive.', {
      field: 'to',
    })
  }
  if (Temporal.ZonedDateTime.compare(span.from.add({ years: maxYears }), span.to) < 0) {
    throw new AppError('invalid', `A period can be at most ${maxYears} years long.`, { field: 'from' })
  }
  return span
}

function requireYears({ from, to }: { from: string; to: string }): void {
  for (const text of [from, to]) {
    const year = Number(text.slice(0, 4))
    if (year < firstYear || year > lastYear)
      throw new AppError('invalid', `${text} is outside the supported range.`, { field: 'from' })
  }
}

export function isoInstant(at: Temporal.ZonedDateTime): string {
  return new Date(at.epochMilliseconds).toISOString()
}
