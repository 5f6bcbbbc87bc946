import type { SampleColumn } from '@callboard/contract/mappings'
import { parseWithLibrary, toE164, type CountryCode } from '../../../../lib/phone.ts'
import { readDuration } from '../convert/durations.ts'
import { readDecimal } from '../convert/figures.ts'
import { readPhone } from '../convert/phone-text.ts'
import { knownDirection, knownStatus, plainWord } from '../known-words.ts'
import { isNameOf } from './name-score.ts'
import { guessTimeFormat, guessTimeOfDay, type TimeFormatGuess } from './time-formats.ts'

const samplesShown = 5
/** A column with more different values has no words to translate. */
const wordsLimit = 60
const wordCharacters = 100
const maxSamples = 500

/** What the values of a column look like. Shares are of those that are not empty. */
export interface ColumnProfile extends SampleColumn {
  readonly plainName: string
  readonly distinct: number
  readonly phones: number
  /** Short numbers inside an exchange. */
  readonly extensions: number
  readonly figures: number
  readonly decimals: number
  /** With colons or units: they are durations by their form. */
  readonly clockDurations: number
  readonly times: TimeFormatGuess | undefined
  readonly timeOfDay: string | undefined
  readonly statuses: number
  readonly directions: number
  readonly isText: boolean
}

export function profileColumn(name: string, values: readonly string[], country: CountryCode): ColumnProfile {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  const some = filled.slice(0, maxSamples)
  const counts = countValues(values)
  const share = (test: (value: string) => boolean) => some.filter(test).length / Math.max(some.length, 1)
  const figures = share((value) => /^-?\d{1,15}$/.test(value))
  const times = guessTimeFormat(filled, { country, minShare: saysTime(name, filled) ? 0.5 : 0.9 })
  const statuses = share((value) => knownStatus(value) !== undefined)
  return {
    ...sampleOf(name, values, counts),
    plainName: plainWord(name),
    distinct: counts.size,
    phones: times === undefined ? share((value) => isPhone(value, country)) : 0,
    extensions: times === undefined ? share((value) => isExtension(value, country)) : 0,
    figures,
    decimals: share(
      (value) => readDecimal(value, true) !== undefined || readDecimal(value, false) !== undefined,
    ),
    clockDurations: share(
      (value) => !/^[\d.,]+$/.test(value) && readDuration(value, 'seconds') !== undefined,
    ),
    times,
    timeOfDay:
      times === undefined ? guessTimeOfDay(filled, isNameOf(name, 'timeOfDay') ? 0.5 : 0.95) : undefined,
    statuses,
    directions: share((value) => knownDirection(value) !== undefined),
    isText: figures < 0.5 && times === undefined && share((value) => /\p{L}{2}/u.test(value)) > 0.5,
  }
}

/**
 * Whether what is no time in a column is a mistake. A zero is none: some systems write it where nobody answered, and count
 * durations from the answer.
 */
function saysTime(name: string, filled: readonly string[]): boolean {
  return isNameOf(name, 'startedAt', 'answeredAt', 'endedAt', 'date') && !filled.includes('0')
}

export function sampleColumn(name: string, values: readonly string[]): SampleColumn {
  return sampleOf(name, values, countValues(values))
}

function countValues(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) {
    const text = value.trim()
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function sampleOf(
  name: string,
  values: readonly string[],
  counts: ReadonlyMap<string, number>,
): SampleColumn {
  const distinct = [...counts.keys()]
  const filled = values.filter((value) => value.trim() !== '').length
  const areWords = distinct.length <= wordsLimit && distinct.every((value) => value.length <= wordCharacters)
  const words = areWords ? [...counts].toSorted((a, b) => b[1] - a[1]) : []
  const empty = values.length - filled
  return {
    name,
    samples: distinct.slice(0, samplesShown).map((value) => value.slice(0, 200)),
    filled,
    values: [
      ...words.map(([value, count]) => ({ value, count })),
      ...(areWords && empty > 0 ? [{ value: '', count: empty }] : []),
    ],
  }
}

function isExtension(value: string, country: CountryCode): boolean {
  if (/^\d{2,6}$/.test(value)) return true
  const read = readPhone(value, country)
  return 'number' in read && /^\d{2,6}$/.test(read.number)
}

/** Fewer digits are those of extensions, or of any id. */
const minDigits = 7

/** As numbers are written, not just any digits: of ids and times as well there are some. */
function isPhone(value: string, country: CountryCode): boolean {
  const read = readPhone(value, country)
  if (!('number' in read)) return true
  const { number } = read
  if (number === '') return plainWord(value) !== ''
  if (value.replaceAll(/@.*|\D/g, '').length < minDigits || !/^\+?[\d\s().*#/-]+$/.test(number)) return false
  if (number.startsWith('+')) return toE164(number, country) !== null
  return /^\d{10,15}$/.test(number) && parseWithLibrary(`+${number}`, country) !== null
}
