import { formatCount } from '@callboard/contract/format'
import {
  type GuessReason,
  mappedAttribute,
  mappedFields,
  type Mapping,
  type MappingGuess,
  type MappingRule,
} from '@callboard/contract/mappings'
import type { SourceAttribute } from '../../adapter.ts'
import { plainWord } from '../known-words.ts'
import {
  assignByContent,
  assignByName,
  type Assigned,
  type Assignment,
  guessColumn,
} from './assign-columns.ts'
import { type ColumnProfile, profileColumn, sampleColumn } from './column-profile.ts'
import { guessDurations } from './guess-durations.ts'
import { guessDirection, guessStatus } from './guess-outcome.ts'
import { guessNumbers } from './guess-numbers.ts'
import { guessTimes } from './guess-times.ts'
import { likely, type Reason, type Reasoned } from './reasoned.ts'
import { columnRule, ruleOf } from './rules.ts'
import type { SampleTable } from './sample-table.ts'
import type { SourceFacts } from './source-facts.ts'

/** How a file is read, before anything is known of its columns. */
export type FormatPart = Pick<
  Mapping,
  | 'format'
  | 'encoding'
  | 'separator'
  | 'quote'
  | 'hasBackslashes'
  | 'skipLines'
  | 'hasHeader'
  | 'rowsPath'
  | 'columns'
>

/** What the columns of a sample are, as a mapping. */
export function guessMapping(
  table: SampleTable,
  { part, reasons }: { part: FormatPart; reasons: GuessReason[] },
  facts: SourceFacts,
): MappingGuess {
  const profiles = table.columns.map((name) => profileColumn(name, table.column(name), facts.country))
  const assigned = assignByName(profiles)
  assignByContent(profiles, assigned)
  const guess = new GuessedFields(reasons)
  const times = guessTimes(assigned, facts)
  guess.explain('timeFormats', times.formats)
  guess.explain('zone', times.zone)
  for (const [name, rule] of times.fields) guess.add(name, rule)
  const numbers = guessNumbers(profiles, assigned, facts)
  guess.explain('numbers', numbers)
  guess.add('direction', guessDirection(assigned, numbers.value, facts))
  const status = guessStatus(assigned)
  if (status === undefined)
    guess.explain('fields.status', {
      confidence: 'likely',
      why: 'No column gives the outcome: calls in which somebody talked are answered, others missed.',
    })
  else guess.addAll('status', status)
  for (const [name, rules] of guessDurations({ assigned, table, status: status?.value ?? [] }))
    guess.addAll(name, rules)
  addPlainFields(guess, assigned)
  const ownNumbers = addAttributes(guess, { profiles, assigned, attributes: facts.attributes ?? [] })
  const own = assigned.get('own')
  // The number that was dialled, where the one that is called is an extension or a queue.
  if (numbers.value.as === 'fromAndTo' && own !== undefined && !assigned.has('trackingNumber'))
    guess.add('trackingNumber', guessColumn(own))
  const sip = sipMethods(profiles)
  if (sip !== undefined) guess.keepToInvites(sip)
  const legsBy = guessIdentity(guess, { assigned, table, usedByNumbers: columnsOfNumbers(numbers.value) })
  return {
    mapping: {
      ...part,
      timeFormats: times.formats.value,
      zone: times.zone.value,
      hasDecimalComma: hasDecimalComma(assigned, ownNumbers),
      numbers: sip === undefined ? numbers.value : numbersOfInvites(numbers.value, sip),
      fields: guess.fields,
      legsBy,
      leaveOut: [],
    },
    reasons: guess.reasons,
    columns: profiles.map((profile) => sampleColumn(profile.name, table.column(profile.name))),
    rows: table.rows.length,
  }
}

class GuessedFields {
  readonly fields: Record<string, MappingRule[]> = {}
  readonly reasons: GuessReason[]

  constructor(reasons: readonly GuessReason[]) {
    this.reasons = [...reasons]
  }

  explain(part: string, { confidence, why }: Reason): void {
    this.reasons.push({ part, confidence, why })
  }

  add(name: string, guess: Reasoned<MappingRule>): void {
    this.addAll(name, { ...guess, value: [guess.value] })
  }

  /** The outcome is that of the INVITE, and the end the time of the BYE. */
  keepToInvites(column: string): void {
    const { status, startedAt } = this.fields
    if (status !== undefined) this.fields['status'] = status.map((rule) => ofMethod(column, 'INVITE', rule))
    const [start] = startedAt ?? []
    if (start === undefined || this.fields['endedAt'] !== undefined) return
    const why = `“${column}” says which request a row is: a call ends with BYE.`
    this.add('endedAt', likely(ofMethod(column, 'BYE', start), why))
  }

  addAll(name: string, guess: Reasoned<MappingRule[]>): void {
    this.fields[name] = guess.value
    this.explain(`fields.${name}`, guess)
  }
}

/** A column with the methods of SIP: a row is a request, and several of them a call. */
function sipMethods(profiles: readonly ColumnProfile[]): string | undefined {
  return profiles.find(({ values }) => values.some(({ value }) => value === 'INVITE'))?.name
}

function ofMethod(column: string, method: string, rule: MappingRule): MappingRule {
  return { ...rule, when: { column, op: 'is', values: [method] } }
}

/** Who sends the BYE may be either side. */
function numbersOfInvites(numbers: Mapping['numbers'], column: string): Mapping['numbers'] {
  if (numbers.as !== 'fromAndTo') return numbers
  const [from, to] = [ofMethod(column, 'INVITE', numbers.from), ofMethod(column, 'INVITE', numbers.to)]
  return { as: 'fromAndTo', from, to }
}

/** Fields that are what a column says, without more to it. */
function addPlainFields(guess: GuessedFields, assigned: Assignment): void {
  const ids = ['externalCallId', 'parentExternalCallId']
  const skipped = new Set([...ids, 'status', 'direction', 'startedAt', 'answeredAt', 'endedAt'])
  for (const [meaning, found] of assigned) {
    if (!mappedFields.includes(meaning) || skipped.has(meaning) || meaning.endsWith('uration')) continue
    if (meaning === 'trackingNumber' && !(assigned.has('from') && assigned.has('to'))) continue
    guess.add(meaning, guessColumn(found))
  }
}

interface AttributesAsked {
  readonly profiles: readonly ColumnProfile[]
  readonly assigned: Assignment
  readonly attributes: readonly SourceAttribute[]
}

/** Attributes that are called as a column is of which nothing else is known; answers the columns of numbers. */
function addAttributes(
  guess: GuessedFields,
  { profiles, assigned, attributes }: AttributesAsked,
): ColumnProfile[] {
  const numbers: ColumnProfile[] = []
  const taken = new Set([...assigned.values()].map(({ column }) => column.name))
  for (const { key, name, type, isActive } of attributes) {
    if (!isActive) continue
    const names = [plainWord(key), plainWord(name)]
    const column = profiles.find((one) => names.includes(one.plainName) && !taken.has(one.name))
    if (column === undefined) continue
    const why = `“${column.name}” is what the attribute ${name} is called.`
    guess.add(mappedAttribute(key), likely(columnRule(column.name), why))
    if (type === 'number') numbers.push(column)
  }
  return numbers
}

interface IdentityAsked {
  readonly assigned: Assignment
  readonly table: SampleTable
  readonly usedByNumbers: readonly string[]
}

/** The id of a call, and whether several rows are one; answers the columns by which they are. */
function guessIdentity(guess: GuessedFields, { assigned, table, usedByNumbers }: IdentityAsked): string[] {
  const repeated = repeatedId(assigned, table)
  if (repeated !== undefined) {
    const { column } = repeated
    guess.add('externalCallId', guessColumn(repeated))
    guess.explain('legsBy', {
      confidence: 'likely',
      why: `${formatCount(table.rows.length)} rows have ${formatCount(column.distinct)} different values of “${column.name}”: rows with the same one are taken for legs of one call.`,
    })
    return [column.name]
  }
  const id = assigned.get('externalCallId')
  if (id !== undefined) {
    guess.add('externalCallId', guessColumn(id))
    return []
  }
  const ofTime = (['startedAt', 'endedAt', 'date', 'timeOfDay', 'duration', 'talkDuration'] as const).flatMap(
    (name) => assigned.get(name)?.column.name ?? [],
  )
  const unique = [...new Set([...ofTime, ...usedByNumbers])]
  const hash = ruleOf({ kind: 'hash', columns: unique.length > 0 ? unique : table.columns.slice(0, 30) })
  const why =
    'No column is an id: it is made of the time and the numbers, and is the same when the file is read again.'
  guess.add('externalCallId', likely(hash, why))
  return []
}

function repeatedId(assigned: Assignment, table: SampleTable): Assigned | undefined {
  const isRepeated = (found: Assigned | undefined): found is Assigned =>
    found !== undefined &&
    found.column.filled >= table.rows.length * 0.9 &&
    found.column.distinct < found.column.filled
  const legs = assigned.get('legsBy')
  const id = assigned.get('externalCallId')
  return isRepeated(legs) ? legs : isRepeated(id) ? id : undefined
}

function columnsOfNumbers(numbers: Mapping['numbers']): string[] {
  if (numbers.as === 'fields') return []
  const rules = numbers.as === 'fromAndTo' ? [numbers.from, numbers.to] : [numbers.contact, numbers.own]
  return rules.flatMap(({ origin }) => (origin.kind === 'columns' ? origin.columns : []))
}

function hasDecimalComma(assigned: Assignment, ownNumbers: readonly ColumnProfile[]): boolean {
  const amounts = (['cost', 'value'] as const).flatMap((name) => assigned.get(name)?.column ?? [])
  return [...amounts, ...ownNumbers].some(({ samples }) => samples.some((text) => /,\d{1,2}\D*$/.test(text)))
}
