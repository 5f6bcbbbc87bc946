import type { Direction } from '@callboard/contract/fields'
import type { MappingRule } from '@callboard/contract/mappings'
import { fieldReader } from './field-readers.ts'
import type { FieldReader, FieldReading, RowReading } from './field-reading.ts'
import { ownNumberTest, readPhone } from './phone-text.ts'
import { cutShort, quoted } from './row-problem.ts'

type DirectionReader = (row: RowReading) => Direction | undefined

/** The direction by the first rule that tells it. */
export function directionReader(rules: readonly MappingRule[], reading: FieldReading): DirectionReader {
  const readers = rules.map((rule) =>
    rule.origin.kind === 'ownNumbers'
      ? ownNumbersReader(rule.origin, rule, reading)
      : fieldReader('direction', [rule], reading),
  )
  return (row) => {
    for (const read of readers) {
      const before = row.problems.length
      const value = read(row)
      if (value === 'inbound' || value === 'outbound') return value
      if (row.problems.length > before) return undefined
    }
    return undefined
  }
}

function ownNumbersReader(
  { from, to }: { from: string; to: string },
  { otherwise }: MappingRule,
  { source, columns }: FieldReading,
): FieldReader {
  const isOwn = ownNumberTest(source.ownNumbers, source.country)
  const fromAt = columns.indexOf(from)
  const toAt = columns.indexOf(to)
  const numberOf = (text: string | undefined) => {
    const read = readPhone((text ?? '').trim(), source.country)
    return 'number' in read ? read.number : ''
  }
  return ({ values, problems }) => {
    const isFromOwn = isOwn(numberOf(values[fromAt]))
    const isToOwn = isOwn(numberOf(values[toAt]))
    if (isFromOwn) return 'outbound'
    if (isToOwn) return 'inbound'
    if (otherwise !== undefined) return otherwise
    problems.push({
      code: 'directionUnknown',
      description: `Neither ${quoted(from)} nor ${quoted(to)} has a number of the source’s own.`,
      value: cutShort(`${values[fromAt] ?? ''}, ${values[toAt] ?? ''}`),
      field: 'direction',
      column: to,
    })
    return undefined
  }
}
