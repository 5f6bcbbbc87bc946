import { earliestStartMs } from '@callboard/contract/calls'
import { localClock, type LocalClock } from '../../../../lib/local-time.ts'
import { monthOf } from './months.ts'

/** The instant, in ms, that a text names on a clock; NaN when it names none. `expected` decides hours that occur twice. */
export type InstantReader = (text: string, clock: LocalClock, expected?: number) => number

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  ms: number
  /** In minutes, where the text says it. */
  offset: number | undefined
}

type Part = Exclude<keyof Parts, 'offset'> | 'monthName' | 'shortYear' | 'halfDay' | 'zone'

const tokens: readonly (readonly [string, string, readonly Part[]])[] = [
  ['YYYY', String.raw`(\d{4})`, ['year']],
  ['YY', String.raw`(\d{2})`, ['shortYear']],
  ['MMM', String.raw`(\p{L}{3,10})\.?`, ['monthName']],
  ['MM', String.raw`(\d{2})`, ['month']],
  ['M', String.raw`(\d{1,2})`, ['month']],
  ['DD', String.raw`(\d{2})`, ['day']],
  ['D', String.raw`(\d{1,2})`, ['day']],
  ['ddd', String.raw`\p{L}{2,12}\.?`, []],
  ['HH', String.raw`(\d{2})`, ['hour']],
  ['H', String.raw`(\d{1,2})`, ['hour']],
  ['hh', String.raw`(\d{2})`, ['hour']],
  ['h', String.raw`(\d{1,2})`, ['hour']],
  ['mm', String.raw`(\d{2})`, ['minute']],
  ['ss', String.raw`(\d{2})(?:[.,:](\d{1,9}))?`, ['second', 'ms']],
  ['A', String.raw`([AaPp]\.?\s?[Mm]\.?)`, ['halfDay']],
  ['Z', String.raw`\(?(Z|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{2,5})\)?`, ['zone']],
]

/** Readers of formats such as `D.M.YYYY H:mm:ss`; of several, the first that can read a text does. */
export function instantReader(formats: readonly string[]): InstantReader {
  const readers = formats.map((format) => named[format] ?? patternReader(format))
  return (text, clock, expected) => {
    for (const read of readers) {
      const instant = read(text, clock, expected)
      if (!Number.isNaN(instant)) return instant
    }
    return Number.NaN
  }
}

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\s?(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|(?:UTC|GMT)|[+-]\d{2}(?::?\d{2})?)?$/

const named: Readonly<Record<string, InstantReader>> = {
  iso: (text, clock, expected) => {
    if (text.length === 19 && text.charCodeAt(10) === 0x20) return clock.instant(text, expected)
    const match = iso.exec(text)
    if (match === null) return Number.NaN
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
    const offset = zone === undefined ? undefined : offsetOf(zone)
    return instantOf(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
        ms: msOf(fraction),
        offset,
      },
      clock,
      expected,
    )
  },
  epochSeconds: (text) => epoch(text, 1000),
  epochMilliseconds: (text) => epoch(text, 1),
  epochMicroseconds: (text) => epoch(text, 0.001),
  excel: (text, clock, expected) => {
    if (!/^\d{4,6}(?:[.,]\d+)?$/.test(text)) return Number.NaN
    const seconds = Math.round(Number(text.replace(',', '.')) * 86_400)
    return clock.instant(wallText(excelStartMs + seconds * 1000), expected)
  },
}

/** Day 0 of spreadsheets is the 30th of December 1899. */
const excelStartMs = Date.UTC(1899, 11, 30)
const latestMs = Date.UTC(2100, 0, 1)

function epoch(text: string, factor: number): number {
  if (!/^\d{9,17}(?:\.\d+)?$/.test(text)) return Number.NaN
  const instant = Math.floor(Number(text) * factor)
  return instant >= earliestStartMs && instant < latestMs ? instant : Number.NaN
}

function patternReader(format: string): InstantReader {
  const { source, parts } = compile(format)
  const pattern = new RegExp(`^${source}$`, 'iu')
  return (text, clock, expected) => {
    const match = pattern.exec(text)
    return match === null ? Number.NaN : instantOf(partsOf(match, parts), clock, expected)
  }
}

/** The regular expression of a format. */
export function formatPattern(format: string): string {
  return compile(format).source
}

function compile(format: string): { source: string; parts: Part[] } {
  let source = ''
  const parts: Part[] = []
  for (let at = 0; at < format.length;) {
    const token = tokens.find(([name]) => format.startsWith(name, at))
    if (token === undefined) {
      source += literal(format.charAt(at))
      at++
      continue
    }
    source += token[1]
    parts.push(...token[2])
    at += token[0].length
  }
  return { source, parts }
}

function literal(character: string): string {
  if (/\s/.test(character)) return String.raw`\s+`
  return /[$()*+./?[\\\]^{|}]/.test(character) ? `\\${character}` : character
}

function partsOf(match: RegExpExecArray, names: readonly Part[]): Parts {
  const parts: Parts = {
    year: Number.NaN,
    month: Number.NaN,
    day: Number.NaN,
    hour: 0,
    minute: 0,
    second: 0,
    ms: 0,
    offset: undefined,
  }
  let halfDay: string | undefined
  names.forEach((name, index) => {
    const text = match[index + 1]
    if (text === undefined) return
    if (name === 'monthName') parts.month = monthOf(text) ?? Number.NaN
    else if (name === 'shortYear') parts.year = 2000 + Number(text)
    else if (name === 'halfDay') halfDay = text.charAt(0).toLowerCase()
    else if (name === 'zone') parts.offset = offsetOf(text)
    else if (name === 'ms') parts.ms = msOf(text)
    else parts[name] = Number(text)
  })
  if (halfDay !== undefined) {
    if (parts.hour < 1 || parts.hour > 12) parts.hour = Number.NaN
    else parts.hour = (parts.hour % 12) + (halfDay === 'p' ? 12 : 0)
  }
  return parts
}

function instantOf(parts: Parts, clock: LocalClock, expected: number | undefined): number {
  const text = `${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)} ${pad(parts.hour, 2)}:${pad(parts.minute, 2)}:${pad(parts.second, 2)}`
  const local =
    parts.offset === undefined ? clock.instant(text, expected) : fixedClock(parts.offset).instant(text)
  return local + parts.ms
}

function pad(figure: number, length: number): string {
  return String(figure).padStart(length, '0')
}

function wallText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

function msOf(fraction: string): number {
  return fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * 1000)
}

/** Abbreviations of zones that mean the same wherever they are written in logs of calls. */
const abbreviations: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  BST: 60,
  CET: 60,
  CEST: 120,
  MEZ: 60,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  AEST: 600,
  AEDT: 660,
}

/** In minutes; NaN when it is neither an offset nor a known abbreviation. */
function offsetOf(text: string): number {
  const known = abbreviations[text.toUpperCase()]
  if (known !== undefined) return known
  const match = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(text)
  if (match === null) return Number.NaN
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return match[1] === '-' ? -minutes : minutes
}

const utc = localClock('UTC')

function fixedClock(offsetMinutes: number): LocalClock {
  return { instant: (text) => utc.instant(text) - offsetMinutes * 60_000 }
}

const clocks = new Map<string, LocalClock | undefined>()

/** The clock of a zone as a column says it: an IANA name, an abbreviation or an offset. */
export function clockNamed(text: string): LocalClock | undefined {
  if (clocks.has(text)) return clocks.get(text)
  const offset = offsetOf(text)
  const clock = Number.isNaN(offset) ? ianaClock(text) : fixedClock(offset)
  if (clocks.size < 1000) clocks.set(text, clock)
  return clock
}

function ianaClock(name: string): LocalClock | undefined {
  const clock = localClock(name)
  try {
    clock.instant('2026-01-01 00:00:00')
    return clock
  } catch {
    return undefined
  }
}
