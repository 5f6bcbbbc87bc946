import { localClock } from '../../../../lib/local-time.ts'
import type { CountryCode } from '../../../../lib/phone.ts'
import { formatPattern, instantReader } from '../convert/instants.ts'

const dates = [
  'D.M.YYYY',
  'D/M/YYYY',
  'M/D/YYYY',
  'D-M-YYYY',
  'M-D-YYYY',
  'YYYY/M/D',
  'YYYY.M.D',
  'YYYY-M-D',
  'YYYYMMDD',
  'D.M.YY',
  'D/M/YY',
  'M/D/YY',
  'D-M-YY',
  'D MMM YYYY',
  'D. MMM YYYY',
  'D-MMM-YYYY',
  'D-MMM-YY',
  'D/MMM/YYYY',
  'MMM D, YYYY',
  'MMM D YYYY',
  'ddd, D MMM YYYY',
  'ddd, MMM D, YYYY',
  'ddd D/M/YYYY',
  'ddd M/D/YYYY',
  'ddd D.M.YYYY',
] as const

const timesOfDay = ['H:mm:ss', 'H:mm', 'h:mm:ss A', 'h:mm A', 'H.mm', 'H.mm.ss', 'HHmmss'] as const

const joints = [' ', ', ', 'T', ' - ', ':', '-', ' at ', ' um '] as const
const whole = [
  'ddd MMM D H:mm:ss YYYY',
  'ddd MMM D H:mm:ss Z YYYY',
  'YYYYMMDDHHmmss',
  'YYYY-MM-DD-HH.mm.ss',
  'D.M.YYYY H:mm Uhr',
  'H:mm D/M/YYYY',
  'H:mm:ss D/M/YYYY',
  'H:mm D.M.YYYY',
] as const
const named = ['iso', 'epochSeconds', 'epochMilliseconds', 'epochMicroseconds'] as const

const prefixes = dates.map((date) => ({ date, pattern: new RegExp(`^${formatPattern(date)}(?!\\d)`, 'iu') }))

/** Formats of which one may be that of the texts: those whose date one of them begins with. */
function formatsWithTime(texts: readonly string[]): string[] {
  const own = prefixes.filter(({ pattern }) => texts.some((text) => pattern.test(text)))
  const joined = own.flatMap(({ date }) =>
    joints.flatMap((joint) =>
      timesOfDay.flatMap((time) => [`${date}${joint}${time}`, `${date}${joint}${time} Z`]),
    ),
  )
  return [...named, ...joined, ...whole]
}

const utc = localClock('UTC')
const readers = new Map<string, (text: string) => number>()

function read(format: string, text: string): number {
  let reader = readers.get(format)
  if (reader === undefined) {
    const all = instantReader([format])
    reader = (value) => all(value, utc)
    readers.set(format, reader)
  }
  return reader(text)
}

const earliest = Date.UTC(1995, 0, 1)
const latest = Date.UTC(2090, 0, 1)
/** Numbers of North America, of ten digits, begin with 2 at the least: as seconds they are after this. */
const latestSecond = Date.UTC(2033, 0, 1)
/** Numbers of nine digits, as of Spain, are none of these: seconds have ten since this moment. */
const earliestSecond = 1_000_000_000_000

function reads(format: string, text: string): boolean {
  const instant = read(format, text)
  return format.startsWith('epoch')
    ? instant >= earliestSecond && instant < latestSecond
    : instant >= earliest && instant < latest
}

export interface TimeFormatGuess {
  readonly format: string
  /** Another format that reads all values as well: day and month could be the other way round. */
  readonly rival: string | undefined
  readonly hasTime: boolean
  /** A value that is no time in this format. */
  readonly misfit: string | undefined
}

/** So many values are enough to tell a format. */
const maxSamples = 400

interface TimeFormatAsked {
  readonly country?: CountryCode
  /** How many of the values have to be times: fewer where the name of their column says that they are. */
  readonly minShare: number
}

/** The format in which nearly all of the values are times; undefined where they are none. */
export function guessTimeFormat(
  values: readonly string[],
  { country, minShare }: TimeFormatAsked,
): TimeFormatGuess | undefined {
  const some = values.slice(0, maxSamples)
  const probes = probesOf(some)
  const timed = fitting(formatsWithTime(probes), probes, { values: some, minShare })
  const found = timed.length > 0 ? timed : fitting(dates, probes, { values: some, minShare })
  const [best] = found
  if (best === undefined) return undefined
  const same = found.filter((format) => isSwapped(best, format))
  const chosen = same.length === 0 ? best : lessSpread([best, ...same], { values: some, country })
  return {
    format: chosen,
    rival: [best, ...same].find((format) => format !== chosen),
    // A date alone is in the form of ISO, too.
    hasTime: timed.length > 0 && (chosen !== 'iso' || some.some((value) => value.includes(':'))),
    misfit: some.find((value) => !reads(chosen, value)),
  }
}

const maxProbes = 5

/** Values of all parts of a column of which each may be a time, so that some are whichever ones are broken. */
function probesOf(values: readonly string[]): readonly string[] {
  const possible = values.filter((value) => /\d/.test(value) && value.length <= 60)
  const step = Math.max(1, Math.floor(possible.length / maxProbes))
  return possible.filter((_, at) => at % step === 0).slice(0, maxProbes)
}

function fitting(
  formats: readonly string[],
  probes: readonly string[],
  { values, minShare }: { values: readonly string[]; minShare: number },
): string[] {
  const counted = formats
    .filter((format) => probes.some((probe) => reads(format, probe)))
    .map((format) => ({ format, count: values.filter((value) => reads(format, value)).length }))
    .toSorted((a, b) => b.count - a.count)
  // One that reads fewer than another is not the same one with day and month the other way round.
  const minCount = Math.max(values.length * minShare, (counted[0]?.count ?? 0) * 0.9)
  return counted.filter(({ count }) => count >= minCount).map(({ format }) => format)
}

function isSwapped(a: string, b: string): boolean {
  if (a === b) return false
  const swapped = a
    .replace(/D([./-])M/, 'M$1X')
    .replace(/^M([./-])D/, 'D$1M')
    .replace('X', 'D')
  return swapped === b
}

/**
 * Calls in a file lie close together: the reading that spreads them over fewer days; then the one with the day first, but for
 * the United States and their clock of twelve hours.
 */
function lessSpread(
  formats: readonly string[],
  { values, country }: { values: readonly string[]; country: CountryCode | undefined },
): string {
  const [first = 'iso'] = formats
  const spans = formats.map((format) => {
    const times = values.map((value) => read(format, value)).filter((time) => !Number.isNaN(time))
    return { format, span: Math.max(...times) - Math.min(...times) }
  })
  const shortest = Math.min(...spans.map(({ span }) => span))
  const close = spans.filter(({ span }) => span <= shortest * 1.5 + 1)
  const likely = close.find(({ format }) => {
    const hasMonthFirst = country === 'US' || (format.includes('/') && format.endsWith('A'))
    return (hasMonthFirst ? /M[./-]D/ : /D[./-]M/).test(format)
  })
  return (likely ?? close[0])?.format ?? first
}

export function isTimeText(text: string): boolean {
  return guessTimeFormat([text], { minShare: 1 }) !== undefined
}

/** The format of a time of day without a date. What looks like one and is none, such as `75:30`, is a duration. */
export function guessTimeOfDay(values: readonly string[], minShare: number): string | undefined {
  const some = values.slice(0, maxSamples)
  return timesOfDay.find((format) => {
    const misfits = some.filter((value) => Number.isNaN(read(`YYYY-MM-DD ${format}`, `2026-01-01 ${value}`)))
    const share = 1 - misfits.length / some.length
    return share >= 0.95 || (share >= minShare && !misfits.some((value) => /\d[:.]\d/.test(value)))
  })
}
