import type { Mapping, RowProblem } from '@callboard/contract/mappings'
import { localClock, type LocalClock } from '../../../../lib/local-time.ts'
import type { SourceContext } from '../../adapter.ts'
import { ColumnIndex } from './column-index.ts'
import { completeTimes, type PartialCallValues } from './complete-call.ts'
import { conditionTest } from './conditions.ts'
import { directionReader } from './direction.ts'
import { fieldReader } from './field-readers.ts'
import type { FieldReader, FieldReading } from './field-reading.ts'
import { clockNamed } from './instants.ts'
import { numbersReader } from './numbers.ts'
import { valueProblem } from './row-problem.ts'

/** What a row says of a call, and what of it could not be read; undefined where it is no call. */
export type RowRead = { readonly found: PartialCallValues; readonly problems: RowProblem[] } | undefined

/** A mapping made ready to read rows. */
export interface CompiledMapping {
  /** That it reads: the values of a row are given in their order, '' for nothing. */
  readonly columns: readonly string[]
  readonly read: (values: readonly string[]) => RowRead
  /** The same for rows of one call; undefined where the row does not say it. */
  readonly callKey: (values: readonly string[]) => string | undefined
  /** Tells which of the rows of a call is newer; '' where the mapping does not say it. */
  readonly orderOf: (values: readonly string[]) => string
}

const compiled = new WeakMap<SourceContext, { mapping: Mapping; made: CompiledMapping }>()

/** The same for the same source, of which many calls are read one by one. */
export function compiledFor(mapping: Mapping, source: SourceContext): CompiledMapping {
  const known = compiled.get(source)
  if (known?.mapping === mapping) return known.made
  const made = compileMapping(mapping, source)
  compiled.set(source, { mapping, made })
  return made
}

export function compileMapping(mapping: Mapping, source: SourceContext): CompiledMapping {
  const columns = new ColumnIndex()
  const reading = { mapping, source, columns }
  const exclusions = mapping.leaveOut.map((condition) => conditionTest(condition, columns))
  const clockOf = clockReader(reading)
  const readers = fieldReaders(reading)
  const readDirection = directionReader(mapping.fields['direction'] ?? [], reading)
  const readNumbers = numbersReader(mapping.numbers, reading)
  const callKey = keyReader(reading)
  const orderAt = mapping.orderBy === undefined ? -1 : columns.indexOf(mapping.orderBy)

  function read(values: readonly string[]): RowRead {
    if (exclusions.some((test) => test(values))) return undefined
    const problems: RowProblem[] = []
    const clock = clockOf(values, problems)
    const found: PartialCallValues = {}
    for (const { name, reader } of readers) {
      const value = reader({ values, clock, expectedMs: expectedOf(name, found), problems })
      if (value !== undefined) found[name] = value
    }
    const row = { values, clock, expectedMs: undefined, problems }
    const direction = readDirection(row)
    if (direction !== undefined) {
      found['direction'] = direction
      readNumbers(direction, found, (reader) => reader(row))
    }
    if (mapping.legsBy.length > 0) found['externalCallId'] ??= (callKey(values) ?? '').slice(0, 200)
    completeTimes(found)
    return { found, problems }
  }

  return { columns: columns.names, read, callKey, orderOf: (values) => (values[orderAt] ?? '').trim() }
}

/**
 * Which call a row is a leg of. A leg of which something cannot be read is of none, and leaves those beside it alone; one that
 * does not say its call has that as its problem.
 */
export function keyOfLeg(
  values: readonly string[],
  { callKey }: Pick<CompiledMapping, 'callKey'>,
  problems: RowProblem[],
): string | undefined {
  const key = callKey(values)
  if (key === undefined) problems.push(noKey)
  return problems.length === 0 ? key : undefined
}

const noKey: RowProblem = {
  code: 'missingField',
  description: 'The columns that tell which call the row belongs to are empty.',
  value: null,
  field: 'externalCallId',
  column: null,
}

/** What tells the rows of a call from those of others: its legs' columns, else its id. */
function keyReader(reading: FieldReading): CompiledMapping['callKey'] {
  const { mapping, columns } = reading
  if (mapping.legsBy.length > 0) {
    const places = mapping.legsBy.map((name) => columns.indexOf(name))
    return (values) => {
      const parts = places.map((at) => (values[at] ?? '').trim())
      return parts.every((part) => part === '') ? undefined : parts.join('|')
    }
  }
  const utc = localClock('UTC')
  const readId = fieldReader('externalCallId', mapping.fields['externalCallId'] ?? [], reading)
  return (values) => {
    const id = readId({ values, clock: utc, expectedMs: undefined, problems: [] })
    return typeof id === 'string' ? id : undefined
  }
}

/** Direction is read apart, as it may take numbers; the start comes before other times, which are expected after it. */
function fieldReaders(reading: FieldReading): { name: string; reader: FieldReader }[] {
  const order = (name: string) => (name === 'startedAt' ? 0 : name.endsWith('uration') ? 1 : 2)
  return Object.entries(reading.mapping.fields)
    .filter(([name]) => name !== 'direction')
    .toSorted(([a], [b]) => order(a) - order(b))
    .map(([name, rules]) => ({ name, reader: fieldReader(name, rules, reading) }))
}

function expectedOf(name: string, found: PartialCallValues): number | undefined {
  if (name !== 'endedAt' && name !== 'answeredAt') return undefined
  const started = found['startedAt']
  if (typeof started !== 'string') return undefined
  const lasted = name === 'endedAt' ? Number(found['duration'] ?? 0) : 0
  return Date.parse(started) + lasted * 1000
}

type ClockReader = (values: readonly string[], problems: RowProblem[]) => LocalClock

function clockReader({ mapping, source, columns }: FieldReading): ClockReader {
  const { zone } = mapping
  const fixed = localClock(zone.kind === 'fixed' ? zone.timeZone : source.timeZone)
  if (zone.kind !== 'column') return () => fixed
  const at = columns.indexOf(zone.column)
  return (values, problems) => {
    const text = (values[at] ?? '').trim()
    if (text === '') return fixed
    const clock = clockNamed(text)
    if (clock === undefined) {
      const found = { text, column: zone.column }
      problems.push(valueProblem('startedAt', found, { code: 'notAZone', what: 'is not a time zone' }))
    }
    return clock ?? fixed
  }
}
