import { formatHour } from './format-time.ts'

/** How long each part of the day is. */
export const dayPartHours = 6

const names = ['Night', 'Morning', 'Afternoon', 'Evening'] as const

/** By the hour with which each begins. */
export const dayParts = [0, 6, 12, 18] as const

/** `Morning`, and in full `Morning, 06:00–12:00`. */
export function writeDayPart(hour: number): { full: string; short: string } {
  const name = names[hour / dayPartHours]
  if (name === undefined) return { full: String(hour), short: String(hour) }
  return { full: `${name}, ${formatHour(hour)}–${formatHour((hour + dayPartHours) % 24)}`, short: name }
}
