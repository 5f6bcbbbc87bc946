import { formatCount } from '@callboard/contract/format'
import { splitCsvLine } from '#server/lib/files/csv-line.ts'
import { maxLineLength } from '#server/lib/files/text-lines.ts'
import { cdrColumns, type CdrColumn, type CdrValues } from './cdr-columns.ts'
import { legOf, reject, type Leg, type LegReading, type LineProblem, type RejectedLeg } from './legs.ts'

/** How a format writes a leg in a line. */
export interface CdrLayout {
  /** For sentences: `Master.csv`. */
  readonly name: string
  fieldsOf(raw: string): LineFields | LineProblem
}

export interface LineFields {
  readonly values: CdrValues
  readonly fieldCount: number
}

/** `line` counts from 1. */
export function parseLeg(
  raw: string,
  line: number,
  reading: LegReading & { layout: CdrLayout },
): Leg | RejectedLeg {
  if (raw.length > maxLineLength)
    return reject(
      { line, raw },
      { code: 'tooLong', description: `The line has more than ${formatCount(maxLineLength)} characters.` },
    )
  const fields = reading.layout.fieldsOf(raw)
  const isProblem = 'code' in fields
  if (raw.includes('\0') && !(isProblem && fields.code === 'unbalancedQuote'))
    return reject({ line, raw }, { code: 'binary', description: 'The line holds zero bytes.' })
  if (isProblem) return reject({ line, raw }, fields)
  return legOf({ line, raw, values: fields.values, fieldCount: fields.fieldCount }, reading)
}

export const separators = [',', ';', '\t', '|'] as const

export const unbalancedQuote: LineProblem = {
  code: 'unbalancedQuote',
  description: 'A quotation mark is not closed, or text follows a closed one.',
}

/** A line has these columns, undefined for those of which nothing is read. */
export function columnLayout(
  name: string,
  columns: readonly (CdrColumn | undefined)[],
  separator: string,
): CdrLayout {
  const places = cdrColumns.map((column) => columns.indexOf(column))
  return {
    name,
    fieldsOf(raw) {
      const fields = splitLine(raw, separator, columns.length)
      if (fields === undefined) return unbalancedQuote
      if (fields.length !== columns.length) {
        const description = `The line has ${fields.length} fields; ${name} has ${columns.length}.`
        return { code: 'fieldCount', description }
      }
      return {
        values: places.map((place) => (place === -1 ? undefined : knownText(fields[place]))),
        fieldCount: fields.length,
      }
    },
  }
}

/**
 * The fields of a line, of which there should be `count`. Some programs double the quotation marks in a text, others put a
 * backslash before them, and others write `"Ada" <105>` as it is.
 */
export function splitLine(raw: string, separator: string, count?: number): string[] | undefined {
  const fields = separator.length === 1 ? splitCsvLine(raw, separator) : undefined
  if (fields !== undefined) return fields
  if (raw.includes(String.raw`\"`)) {
    const doubled = splitLine(raw.replaceAll(String.raw`\"`, '""'), separator, count)
    if (doubled !== undefined) return doubled
  }
  const plain = raw.split(separator)
  return separator === '\t' || plain.length === count ? plain : undefined
}

/** What databases write where there is nothing. */
export function knownText(text: string | undefined): string {
  return text === undefined || text === String.raw`\N` || text === 'NULL' ? '' : text
}

/** The fields of a JSON object of a line, by the names of Asterisk or by those that somebody gave them. */
export function jsonLayout(name: string, columnOf: (key: string) => CdrColumn | undefined): CdrLayout {
  return {
    name,
    fieldsOf(raw) {
      const entries = jsonEntries(raw)
      if (entries === undefined) return { code: 'badJson', description: 'The line is not a JSON object.' }
      const known = new Map(entries.map(([key, value]) => [columnOf(key), textOf(value)]))
      return { values: cdrColumns.map((column) => known.get(column)), fieldCount: entries.length }
    },
  }
}

function jsonEntries(raw: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}
