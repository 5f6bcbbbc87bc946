import { fields } from '@callboard/contract/call-fields'
import type { FieldDeclaration, FieldKind } from '@callboard/contract/field-declaration'
import { formatCount } from '@callboard/contract/format'
import { attributeKeyOf, type MappingRule, timeFormatNames } from '@callboard/contract/mappings'
import { isStorable } from '@callboard/contract/scalars'
import { knownDirection, knownStatus } from '../known-words.ts'
import { attributeReader } from './attribute-readers.ts'
import { readDuration } from './durations.ts'
import type { FieldReader, FieldReading, FieldValue, RowReading } from './field-reading.ts'
import { readCurrency, readDecimal } from './figures.ts'
import { instantReader } from './instants.ts'
import { readPhone } from './phone-text.ts'
import { quoted, valueProblem } from './row-problem.ts'
import { compileRule, type Found, type ReadRule, translated } from './rule-reader.ts'
import { translator } from './words.ts'

const declared: Readonly<Record<string, FieldDeclaration>> = fields

/** Reads a field by the first of its rules that finds something. */
export function fieldReader(name: string, rules: readonly MappingRule[], reading: FieldReading): FieldReader {
  const readers = rules.map((rule) => readerOf(name, rule, reading))
  return (row) => {
    for (const read of readers) {
      const before = row.problems.length
      const value = read(row)
      if (value !== undefined || row.problems.length > before) return value
    }
    return undefined
  }
}

function readerOf(name: string, rule: MappingRule, reading: FieldReading): FieldReader {
  const key = attributeKeyOf(name)
  if (key !== undefined) return attributeReader({ name, key }, rule, reading)
  const field = declared[name]
  if (field === undefined) throw new Error(`calls have no field ${name}`)
  return ruleReader({ name, field }, rule, reading)
}

interface Named {
  readonly name: string
  readonly field: FieldDeclaration
}

function ruleReader(named: Named, rule: MappingRule, reading: FieldReading): FieldReader {
  if (rule.origin.kind === 'sum') return sumReader(named, rule, reading)
  const compiled = compileRule(rule, reading.columns)
  const convert = convertersByKind[named.field.kind](named, compiled, reading)
  return (row) => {
    const found = compiled.find(row.values)
    if (found === undefined) return undefined
    const text = translated(found.text, compiled)
    return text === '' ? undefined : convert({ text, column: found.column }, row)
  }
}

function sumReader(named: Named, rule: MappingRule, reading: FieldReading): FieldReader {
  const { origin } = rule
  const columns = origin.kind === 'sum' ? origin.columns : []
  const parts = columns.map((column) =>
    ruleReader(named, { ...rule, origin: { kind: 'columns', columns: [column] } }, reading),
  )
  return (row) => {
    const values = parts.map((read) => read(row)).filter((value) => value !== undefined)
    if (values.length === 0) return undefined
    const sum = values.reduce<number>((all, value) => all + Number(value), 0)
    return named.field.kind === 'amount' ? String(Number(sum.toFixed(4))) : sum
  }
}

type Convert = (found: Found, row: RowReading) => FieldValue | undefined
type ConverterOf = (named: Named, compiled: ReadRule, reading: FieldReading) => Convert

const convertersByKind: Readonly<Record<FieldKind, ConverterOf>> = {
  text: textConverter,
  entity: textConverter,
  code: textConverter,
  uuid: textConverter,
  phone: phoneConverter,
  choice: choiceConverter,
  currency: (named) =>
    checked(named, readCurrency, { code: 'notACurrency', what: 'is not a currency code such as EUR' }),
  boolean: (named) => checked(named, () => undefined, { code: 'notMapped', what: 'cannot be mapped' }),
  list: (named) => checked(named, () => undefined, { code: 'notMapped', what: 'cannot be mapped' }),
  tags: () => tagsOf,
  integer: integerConverter,
  number: numberConverter,
  duration: durationConverter,
  amount: (named, _, { mapping }) =>
    checked(
      named,
      (text) => {
        const amount = readDecimal(text, mapping.hasDecimalComma)
        // Carriers tell what they have taken as a negative amount.
        return named.name === 'cost' ? amount?.replace(/^-/, '') : amount
      },
      { code: 'notAnAmount', what: 'is not an amount' },
    ),
  instant: instantConverter,
}

/** What cannot be read is a problem of its row. */
function checked(
  { name }: Named,
  read: (text: string) => FieldValue | undefined,
  problem: { code: string; what: string },
): Convert {
  return (found, row) => {
    const value = read(found.text)
    if (value === undefined) row.problems.push(valueProblem(name, found, problem))
    return value
  }
}

function textConverter(named: Named): Convert {
  const { max = Infinity } = named.field.sent ?? {}
  return checked(named, (text) => (text.length <= max && isStorable(text) ? text : undefined), {
    code: 'invalidText',
    what: `is longer than ${max} characters or has characters that cannot be stored`,
  })
}

function phoneConverter(named: Named, _: ReadRule, { source }: FieldReading): Convert {
  const { max = Infinity } = named.field.sent ?? {}
  return (found, row) => {
    const read = readPhone(found.text, source.country)
    if ('isRounded' in read) {
      const what = 'is a number that a spreadsheet has rounded: export it as text'
      row.problems.push(valueProblem(named.name, found, { code: 'roundedNumber', what }))
      return undefined
    }
    if (read.number.length > max || !isStorable(read.number)) {
      row.problems.push(
        valueProblem(named.name, found, { code: 'invalidNumber', what: 'is not a telephone number' }),
      )
      return undefined
    }
    return read.number === '' ? undefined : read.number
  }
}

const knownWords: Readonly<Record<string, (word: string) => string | undefined>> = {
  status: knownStatus,
  direction: knownDirection,
}

function choiceConverter({ name, field }: Named, _: ReadRule, { source }: FieldReading): Convert {
  const values: readonly string[] = field.values ?? []
  const ofSource = translator(
    name === 'status' ? source.statusWords.map(({ word, status }) => ({ word, value: status })) : [],
  )
  return (found, row) => {
    if (values.includes(found.text)) return found.text
    const meaning = ofSource(found.text) ?? knownWords[name]?.(found.text)
    if (meaning !== undefined) return meaning
    const what = `is not a known ${name}: say in the mapping what it means`
    row.problems.push(valueProblem(name, found, { code: 'unknownWord', what }))
    return undefined
  }
}

function tagsOf({ text }: Found): readonly string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.trim().slice(0, 100))
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, 50)
}

function integerConverter(named: Named): Convert {
  const { min = -Infinity, max = Infinity } = named.field.sent ?? {}
  return checked(
    named,
    (text) => {
      const value = /^-?\d{1,15}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
    { code: 'notAnInteger', what: `is not a whole number${limitsIn(named)}` },
  )
}

function numberConverter(named: Named, _: ReadRule, { mapping }: FieldReading): Convert {
  const { min = -Infinity, max = Infinity } = named.field.sent ?? {}
  return checked(
    named,
    (text) => {
      const value = Number((mapping.hasDecimalComma ? text.replace(',', '.') : text) || Number.NaN)
      return value >= min && value <= max ? value : undefined
    },
    { code: 'notANumber', what: `is not a number${limitsIn(named)}` },
  )
}

function limitsIn({ field: { sent } }: Named): string {
  if (sent?.min === undefined) return ''
  return sent.max === undefined ? ` from ${sent.min} on` : ` from ${sent.min} to ${sent.max}`
}

const maxSeconds = 10_000_000
const tooLong = `is longer than a call can last: ${formatCount(maxSeconds)} seconds at the most`

function durationConverter({ name }: Named, { rule }: ReadRule): Convert {
  return (found, { problems }) => {
    const seconds = readDuration(found.text, rule.unit ?? 'seconds')
    if (seconds !== undefined && seconds <= maxSeconds) return seconds
    const what = seconds === undefined ? 'is not a duration' : tooLong
    problems.push(valueProblem(name, found, { code: 'notADuration', what }))
    return undefined
  }
}

function namedFormat(format: string): string {
  return timeFormatNames[format] ?? quoted(format)
}

function instantConverter({ name }: Named, { rule }: ReadRule, { mapping }: FieldReading): Convert {
  const formats = rule.timeFormats ?? mapping.timeFormats
  const read = instantReader(formats)
  const what = `is not a time in the format ${formats.map(namedFormat).join(' or ')}`
  return (found, { clock, expectedMs, problems }) => {
    // Systems that have no time yet send one of these.
    if (/^(0|0000-00-00 00:00:00|null|-)$/i.test(found.text)) return undefined
    const instant = read(found.text, clock, expectedMs)
    if (!Number.isNaN(instant)) return new Date(instant).toISOString()
    problems.push(valueProblem(name, found, { code: 'notATime', what }))
    return undefined
  }
}
