import { startOfDay } from '@callboard/contract/calendar'
import { Day } from '@callboard/contract/scalars'
import { AppError } from './app-error.ts'

const earliest = Date.UTC(1990, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/** The instant of a moment that was given as a day, which begins at midnight of the zone, or as an instant. Throws `invalid`. */
export function instantOfMoment(moment: string, timeZone: string, field: string): string {
  const ms = Day.safeParse(moment).success
    ? startOfDay(moment, timeZone).epochMilliseconds
    : Date.parse(moment)
  if (ms < earliest || ms > latest)
    throw new AppError('invalid', `${field.split('.').at(-1)} must be between 1990 and 2200.`, { field })
  return new Date(ms).toISOString()
}
