import { type CallStatus, missedStatuses } from '@callboard/contract/fields'
import { joinWithAnd } from '@callboard/contract/format-names'
import type { DurationUnit, MappingRule } from '@callboard/contract/mappings'
import { readDuration } from '../convert/durations.ts'
import { knownStatus } from '../known-words.ts'
import type { Reason, Reasoned } from './reasoned.ts'
import { columnRule, constantRule, ruleOf } from './rules.ts'
import type { SampleTable } from './sample-table.ts'

export interface DurationColumn {
  readonly name: string
  readonly unit: DurationUnit
}

interface OutcomeContext {
  readonly table: SampleTable
  /** How the outcome is guessed; none where no column says it. */
  readonly status: readonly MappingRule[]
  /** The columns of ringing, queues and menus. */
  readonly waits: readonly DurationColumn[]
}

type WholeGuess = Partial<Readonly<Record<'duration' | 'talkDuration', Reasoned<MappingRule[]>>>>

/**
 * What a column of durations is where no column says how long somebody talked, or when a call was answered. It is the whole
 * call: if the outcome is known, an answered call's talk time is worked out from that, and no other call has one. Talk time is
 * read from it only in rows that do not say their outcome, which then follows from the talk.
 */
export function guessWhole(column: DurationColumn, context: OutcomeContext): WholeGuess {
  const { status, waits } = context
  const plain = { ...columnRule(column.name), unit: column.unit }
  const isSilent = areUnansweredSilent(column, context)
  const leavesOutWait = isSilent || isShorterThanWait(column, context)
  const asTalk = (rules: MappingRule[]) => ({ value: rules, ...whyTalk(column) })
  if (leavesOutWait && waits.some(({ unit }) => !areReadAlike(unit, column.unit)))
    return { talkDuration: asTalk([...silentRules(status), plain]) }
  const names = [column, ...waits].map(({ name }) => name)
  const sum = { ...ruleOf({ kind: 'sum', columns: names }), unit: column.unit }
  const whole = leavesOutWait && waits.length > 0 ? sum : plain
  if (status.length === 0) {
    const talkDuration = asTalk([plain])
    // How much of it was the wait is not known of a call that may have been answered or not.
    if (waits.length > 0 && !leavesOutWait) return { talkDuration }
    return { duration: { value: [whole], ...whyTalk(column) }, talkDuration }
  }
  const duration = { value: [whole], ...whyWhole(column, waits, { isSilent, leavesOutWait }) }
  const unsaid = unsaidTalk(plain, status, { ...context, isSilent })
  return unsaid === undefined ? { duration } : { duration, talkDuration: asTalk(unsaid) }
}

function whyTalk({ name }: DurationColumn): Reason {
  return {
    confidence: 'unsure',
    why: `Where no column says how a call ended, one that lasted is taken for answered, and “${name}” for its talk time.`,
  }
}

function whyWhole(
  { name }: DurationColumn,
  waits: readonly DurationColumn[],
  { isSilent, leavesOutWait }: { isSilent: boolean; leavesOutWait: boolean },
): Reason {
  const others = joinWithAnd(waits.map((wait) => `“${wait.name}”`))
  const reading =
    waits.length === 0
      ? isSilent
        ? `Calls that nobody answered have none in “${name}”, so all of it is talk time of answered calls.`
        : `“${name}” is that of the whole call, and all of it is talk time of answered calls, as no column says how long they rang.`
      : leavesOutWait
        ? `“${name}” leaves out the wait, so ${others} is added for the whole call, and the rest is talk time of answered calls.`
        : `“${name}” is that of the whole call, and what is left of it without ${others} is talk time of answered calls.`
  return { confidence: 'likely', why: `${reading} Other calls, such as voicemail, have no talk time.` }
}

/** Whether calls that are known to be missed have no duration: it begins with the answer. */
function areUnansweredSilent({ name, unit }: DurationColumn, { table, status }: OutcomeContext): boolean {
  const outcomes = outcomesOf(table, status)
  const missed = table.column(name).filter((_, row) => missedStatuses.some((one) => one === outcomes[row]))
  return missed.length > 0 && missed.every((text) => text === '' || readDuration(text, unit) === 0)
}

/** Rounding alone makes no difference of more. */
const roundingSeconds = 1

function isShorterThanWait(column: DurationColumn, { table, waits }: OutcomeContext): boolean {
  const readings = waits.map((wait) => secondsOf(wait, table))
  return secondsOf(column, table).some((lasted, row) => {
    const waited = readings.reduce((all, seconds) => all + (seconds[row] ?? 0), 0)
    return lasted !== undefined && waited > lasted + roundingSeconds
  })
}

function secondsOf({ name, unit }: DurationColumn, table: SampleTable): (number | undefined)[] {
  return table.column(name).map((text) => readDuration(text, unit))
}

/** Units in which figures are seconds, and times with colons are read the same. */
const clockUnits: readonly DurationUnit[] = ['seconds', 'm:ss', 'h:mm:ss']

function areReadAlike(one: DurationUnit, other: DurationUnit): boolean {
  return one === other || (clockUnits.includes(one) && clockUnits.includes(other))
}

/** What the rows say of how their calls ended: undefined where they do not. */
function outcomesOf(table: SampleTable, status: readonly MappingRule[]): (CallStatus | undefined)[] {
  const outcomes = table.rows.map((): CallStatus | undefined => undefined)
  for (const { origin, words } of status.toReversed()) {
    if (origin.kind !== 'columns') continue
    const meanings = new Map(words.map(({ word, value }) => [word, value]))
    for (const [row, text] of table.column(origin.columns[0] ?? '').entries())
      outcomes[row] = knownStatus(meanings.get(text) ?? text) ?? outcomes[row]
  }
  return outcomes
}

/** No talk in calls that left a voicemail. */
function silentRules(status: readonly MappingRule[]): MappingRule[] {
  return status.flatMap(({ origin, words }) => {
    const voicemail = words.filter(({ value }) => value === 'voicemail').map(({ word }) => word)
    if (origin.kind !== 'columns' || voicemail.length === 0) return []
    const when = { column: origin.columns[0] ?? '', op: 'is' as const, values: voicemail }
    return [{ ...constantRule('0'), when }]
  })
}

/** The talk of rows whose outcome is not said: their word is a direction, or is missing, or a column says no to being missed. */
function unsaidTalk(
  rule: MappingRule,
  status: readonly MappingRule[],
  { table, isSilent }: { table: SampleTable; isSilent: boolean },
): MappingRule[] | undefined {
  const last = status.at(-1)
  if (last?.origin.kind !== 'columns') return undefined
  const column = last.origin.columns[0] ?? ''
  const meaningless = last.words.filter(({ value }) => value === '').map(({ word }) => word)
  const isEmptyTalk = (isSilent || meaningless.length > 0) && table.column(column).includes('')
  const values = [...meaningless, ...(isEmptyTalk ? [''] : [])]
  if (values.length === 0) return undefined
  return [...silentRules(status.slice(0, -1)), { ...rule, when: { column, op: 'is', values } }]
}
