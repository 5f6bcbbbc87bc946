import type { MappingRule, MappingZone } from '@callboard/contract/mappings'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { type Assignment, guessColumn } from './assign-columns.ts'
import type { ColumnProfile } from './column-profile.ts'
import { likely, type Reasoned, sure, unsure } from './reasoned.ts'
import { columnRule, ruleOf } from './rules.ts'
import type { SourceFacts } from './source-facts.ts'

export interface TimesGuess {
  readonly fields: ReadonlyMap<string, Reasoned<MappingRule>>
  readonly formats: Reasoned<string[]>
  readonly zone: Reasoned<MappingZone>
}

const instants = ['startedAt', 'answeredAt', 'endedAt'] as const

export function guessTimes(assigned: Assignment, facts: SourceFacts): TimesGuess {
  const fields = new Map<string, Reasoned<MappingRule>>()
  const formats: string[] = []
  const columns: ColumnProfile[] = []
  const split = splitStart(assigned)
  if (split !== undefined) {
    const { date, time } = split
    const both = ruleOf({ kind: 'template', template: `{${date.name}} {${time.name}}` })
    fields.set('startedAt', likely(both, `“${date.name}” has the date, and “${time.name}” the time.`))
    formats.push(`${datePattern(date)} ${time.timeOfDay ?? 'H:mm'}`)
    columns.push(date)
  }
  for (const name of instants) {
    const found = assigned.get(name)
    const times = found?.column.times
    if (fields.has(name) || found === undefined || times === undefined) continue
    const { column } = found
    const isOnly = found.byName === 0 && times.hasTime && name === 'startedAt'
    const why = `“${column.name}” is the first column with times.`
    fields.set(name, isOnly ? likely(columnRule(column.name), why) : guessColumn(found))
    if (!formats.includes(times.format)) formats.push(times.format)
    columns.push(column)
  }
  return { fields, formats: reasonFormats(formats, columns), zone: guessZone(assigned, formats, facts) }
}

/** Date and time in columns of their own. */
function splitStart(assigned: Assignment): { date: ColumnProfile; time: ColumnProfile } | undefined {
  const start = assigned.get('startedAt')?.column
  if (start?.times?.hasTime === true) return undefined
  const date = assigned.get('date')?.column ?? start
  const time = assigned.get('timeOfDay')?.column
  return date === undefined || time === undefined ? undefined : { date, time }
}

function datePattern({ times }: ColumnProfile): string {
  return times === undefined || times.format === 'iso' ? 'YYYY-MM-DD' : times.format
}

function reasonFormats(formats: string[], columns: readonly ColumnProfile[]): Reasoned<string[]> {
  const unclear = columns.find(({ times }) => times?.rival !== undefined)
  const broken = columns.find(({ times }) => times?.misfit !== undefined)
  if (formats.length === 0) return unsure(['iso'], 'No column looks like times.')
  if (unclear?.times?.rival !== undefined)
    return unsure(
      formats,
      `“${unclear.samples[0] ?? ''}” could also be ${unclear.times.rival}: no day in the sample tells which.`,
    )
  if (broken?.times?.misfit !== undefined)
    return likely(
      formats,
      `Most values of “${broken.name}” are times in this form, but not “${broken.times.misfit.slice(0, 60)}”.`,
    )
  return sure(formats, 'All values in the sample are times in this form.')
}

function guessZone(
  assigned: Assignment,
  formats: readonly string[],
  facts: SourceFacts,
): Reasoned<MappingZone> {
  const zone = assigned.get('zone')?.column
  const used = instants.flatMap((name) => assigned.get(name)?.column ?? [])
  if (used.some(({ plainName }) => /\b(utc|gmt)\b/.test(plainName)))
    return likely({ kind: 'fixed', timeZone: 'UTC' }, 'The name of a column says UTC.')
  if (zone !== undefined)
    return likely({ kind: 'column', column: zone.name }, `“${zone.name}” says it for each row.`)
  const value: MappingZone = { kind: 'source' }
  const isSaid =
    formats.every((format) => format.startsWith('epoch') || format.includes('Z')) ||
    used.every(({ samples }) => samples.every((text) => /(Z|[+-]\d{2}:?\d{2})$/.test(text)))
  if (isSaid && formats.length > 0) return sure(value, 'The times say it themselves.')
  return unsure(
    value,
    `Nothing in the sample tells it: times are read in the source’s zone, ${formatTimeZone(facts.timeZone)}.`,
  )
}
