import type { DayOrInstant, Period } from '@callboard/contract/period'
import type { z } from 'zod'
import type { Caller } from '../../access/callers/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { isoInstant, resolveReportPeriod } from '../plan/period.ts'

interface AskedSpan {
  from?: z.infer<typeof DayOrInstant> | undefined
  to?: z.infer<typeof DayOrInstant> | undefined
  period?: Period | undefined
  timeZone?: string | undefined
}

/** The instants between which records are asked for; none without a period. Throws when it is given by name and by its ends. */
export function recordSpan(
  { settings, timeZone: ownZone }: Caller,
  { from, to, period, timeZone = ownZone }: AskedSpan,
): { from?: string; to?: string } {
  if (from === undefined && to === undefined && period === undefined) return {}
  if (period !== undefined && (from !== undefined || to !== undefined))
    throw new AppError('invalid', 'Give a period either by from and to, or by period.', { field: 'period' })
  const now = Temporal.Now.instant()
  // A period that is open at one end reaches as far as a period may.
  const earliest = now.toZonedDateTimeISO('UTC').subtract({ years: 19 }).toInstant().toString()
  const asked = period ?? { from: from ?? earliest, to: to ?? now.add({ hours: 24 }).toString() }
  const span = resolveReportPeriod(asked, { now, timeZone, weekStartsOn: settings.weekStartsOn })
  return { from: isoInstant(span.from), to: isoInstant(span.to) }
}
