import type { DurationUnit, MappingRule } from '@callboard/contract/mappings'
import { readDuration } from '../convert/durations.ts'
import type { Assignment } from './assign-columns.ts'
import { durationMeanings } from './assign-columns.ts'
import type { ColumnProfile } from './column-profile.ts'
import { type DurationColumn, guessWhole } from './guess-talk.ts'
import { likely, type Reasoned, sure } from './reasoned.ts'
import { columnRule } from './rules.ts'
import type { SampleTable } from './sample-table.ts'

type DurationField = (typeof durationMeanings)[number]

interface DurationContext {
  readonly assigned: Assignment
  readonly table: SampleTable
}

interface OutcomeKnown extends DurationContext {
  /** How the outcome is guessed; none where no column says it. */
  readonly status: readonly MappingRule[]
}

/** The columns of durations, with their units. */
export function guessDurations({
  assigned,
  table,
  status,
}: OutcomeKnown): ReadonlyMap<DurationField, Reasoned<MappingRule[]>> {
  const units = new Map<DurationField, DurationColumn & { guess: Reasoned<DurationUnit> }>()
  for (const meaning of durationMeanings) {
    const column = assigned.get(meaning)?.column
    if (column === undefined) continue
    const guess = guessUnit(column, { assigned, table })
    units.set(meaning, { name: column.name, unit: guess.value, guess })
  }
  const guesses = new Map<DurationField, Reasoned<MappingRule[]>>()
  for (const [meaning, { name, unit, guess }] of units)
    guesses.set(meaning, { ...guess, value: [{ ...columnRule(name), unit }] })
  const whole = units.get('duration')
  if (whole === undefined || assigned.has('talkDuration') || assigned.has('answeredAt')) return guesses
  guesses.delete('duration')
  const waits = waitMeanings.flatMap((meaning) => units.get(meaning) ?? [])
  const { duration, talkDuration } = guessWhole(whole, { table, status, waits })
  if (duration !== undefined) guesses.set('duration', withUnit(duration, whole.guess))
  if (talkDuration !== undefined) guesses.set('talkDuration', withUnit(talkDuration, whole.guess))
  return guesses
}

const waitMeanings = ['ringDuration', 'queueDuration', 'ivrDuration'] as const

/** What is less sure than its unit, which is told before it where it is not plain. */
function withUnit<Value>(guess: Reasoned<Value>, unit: Reasoned<DurationUnit>): Reasoned<Value> {
  return unit.confidence === 'sure' ? guess : { ...guess, why: `${unit.why} ${guess.why}` }
}

const unitWords: readonly (readonly [RegExp, DurationUnit])[] = [
  [/\b(ms|millis|milliseconds?|millisekunden|msec)\b/, 'milliseconds'],
  [/\b(min|mins|minutes?|minuten|minutos?|billmin)\b/, 'minutes'],
  [/\b(hours?|hrs?|stunden|std|heures?|horas?)\b/, 'hours'],
  [/\b(s|sec|secs|seconds?|sek|sekunden|secondes?|segundos?)\b/, 'seconds'],
]

/** Whether seconds would be far too short for the times, in all columns of durations. */
function areMinutes(column: ColumnProfile, assigned: Assignment, table: SampleTable): boolean {
  const start = assigned.get('startedAt')?.column
  const end = assigned.get('endedAt')?.column
  if (start === undefined || end === undefined) return false
  const spans = table
    .pairs(start.name, end.name)
    .map(([from, to]) => (Date.parse(to) - Date.parse(from)) / 1000)
  const longest = durationMeanings.flatMap((name) => assigned.get(name)?.column ?? [])
  const others = longest.map((one) => table.column(one.name).map(Number))
  const rows = spans.filter((span, row) => {
    const max = Math.max(...others.map((values) => values[row] ?? 0))
    return span > 0 && max > 0 && max * 60 <= span * 1.2 && max * 60 > span * 0.3
  })
  return rows.length > spans.length / 2 && column.filled > 0
}

/** Its values alone do not tell hours and minutes from minutes and seconds. */
const fritzColumns = ['Typ', 'Nebenstelle', 'Eigene Rufnummer', 'Dauer']

function guessUnit(column: ColumnProfile, { assigned, table }: DurationContext): Reasoned<DurationUnit> {
  if (column.clockDurations >= 0.5) {
    if (fritzColumns.every((name) => table.columns.includes(name)))
      return likely('h:mm', 'The columns are those of a FRITZ!Box, which writes hours and minutes.')
    const parts = column.samples.map((value) => value.split(':').length)
    const unit = parts.includes(3) ? 'h:mm:ss' : 'm:ss'
    const example = column.samples.find((value) => readDuration(value, unit) !== undefined)
    return likely(unit, `Values such as “${example ?? column.samples[0] ?? ''}” have that form.`)
  }
  const named = unitWords.find(([pattern]) => pattern.test(column.plainName))
  if (named !== undefined) return sure(named[1], `The name “${column.name}” says it.`)
  const figures = table
    .column(column.name)
    .map((value) => Number(value.replace(',', '.')))
    .filter((value) => value > 0)
  const minutes = figures.some((value) => !Number.isInteger(value)) && areMinutes(column, assigned, table)
  if (minutes) return likely('minutes', 'Compared with the times, the figures are minutes.')
  const median = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
  if (median > 15_000) return likely('milliseconds', 'In seconds, half of the calls would last for hours.')
  return likely('seconds', 'Figures without a unit are mostly seconds.')
}
