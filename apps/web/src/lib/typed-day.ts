import { formatDay, monthNames } from '@callboard/contract/format-time'

/** What was typed, read: a value, or a sentence that says why there is none. */
export type Reading<V> = { value: V } | { error: string }

/** The days that may be chosen, both included. */
export interface DayBounds {
  min?: string | undefined
  max?: string | undefined
}

/** Calls are not older, and nobody plans further ahead: what is beyond was mistyped. */
const widest = { min: '1970-01-01', max: '2199-12-31' }

const wanted = 'Enter a day such as Nov 27, 2026 or 2026-11-27.'

/** Signs that have no width, as texts that are copied from pages bring them, above all from pages in Arabic and Hebrew. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** What people paste, without what they do not see, in one way of writing. */
export function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

interface Parts {
  year: number
  month: number
  day: number
}

/**
 * A day as it is typed: as the portal writes it, in ISO, with the month first between slashes and the day first between dots.
 * Without a year it is of this one.
 */
export function readDay(typed: string, today: string, { min, max }: DayBounds = {}): Reading<string> {
  const parts = partsOfDay(tidy(typed), Temporal.PlainDate.from(today))
  if (parts === undefined) return { error: wanted }
  const { year, month, day } = parts
  if (month < 1 || month > 12) return { error: `There is no month ${month}. ${wanted}` }
  const { daysInMonth } = Temporal.PlainDate.from({ year, month, day: 1 })
  if (day < 1 || day > daysInMonth) {
    return { error: `${monthNames[month - 1]} ${year} has no day ${day}: it has ${daysInMonth}.` }
  }
  const value = Temporal.PlainDate.from(parts).toString()
  const [first, last] = [min ?? widest.min, max ?? widest.max]
  if (value < first) return { error: `The first day that can be chosen is ${formatDay(first, true)}.` }
  if (value > last) return { error: `The last day that can be chosen is ${formatDay(last, true)}.` }
  return { value }
}

function partsOfDay(text: string, today: Temporal.PlainDate): Parts | undefined {
  const named = { yesterday: -1, today: 0, tomorrow: 1 }[text]
  if (named !== undefined) return today.add({ days: named })
  const day = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /, '')
  for (const pattern of patterns) {
    const groups = pattern.exec(day)?.groups
    if (groups !== undefined) return partsOf(groups, today.year)
  }
  return undefined
}

const patterns = [
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})(?<sign>[-/])(?<day>\d{1,2})(?:\k<sign>(?<year>\d{4}|\d{2}))?$/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\.?(?:(?<=\.) ?(?<year>\d{4}|\d{2}))?$/,
  /^(?<word>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?<word>[a-z]{3,9})\.?(?:,? (?<year>\d{4}))?$/,
]

function partsOf(
  { year = '', month, day, word = '' }: Record<string, string | undefined>,
  thisYear: number,
): Parts | undefined {
  const named = monthNames.findIndex((name) => name.toLowerCase().startsWith(word)) + 1
  if (month === undefined && named === 0) return undefined
  const century = Math.floor(thisYear / 100) * 100
  return {
    year: year === '' ? thisYear : year.length === 2 ? century + Number(year) : Number(year),
    month: month === undefined ? named : Number(month),
    day: Number(day),
  }
}

/** `Nov 27, 2026`; what is no day stands as it was typed. */
export function writeDay(value: string): string {
  return isDay(value) ? formatDay(value, true) : value
}

export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return (
    year > 0 && month > 0 && month < 13 && day > 0 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
}
