import type { CallStatus } from '@callboard/contract/fields'
import type { MappedNumbers, MappingRule } from '@callboard/contract/mappings'
import { knownDirection, knownStatus } from '../known-words.ts'
import { type Assignment, flagOf } from './assign-columns.ts'
import type { ColumnProfile } from './column-profile.ts'
import { likely, type Reasoned, sure, unsure } from './reasoned.ts'
import { columnRule, constantRule, ruleOf } from './rules.ts'
import type { SourceFacts } from './source-facts.ts'

/** How the direction is told: by a column, by one’s own numbers, or not at all. */
export function guessDirection(
  assigned: Assignment,
  numbers: MappedNumbers,
  { ownNumbers }: SourceFacts,
): Reasoned<MappingRule> {
  const column = assigned.get('direction')?.column ?? directionInStatus(assigned)
  if (column !== undefined) {
    const words = column.values.flatMap(({ value }) => {
      const known = knownDirection(value) ?? (knownStatus(value) === undefined ? undefined : 'inbound')
      return known === undefined || value === '' ? [] : [{ word: value, value: known }]
    })
    const unknown = column.values.filter(
      ({ value }) => value !== '' && !words.some(({ word }) => word === value),
    )
    const rule = { ...columnRule(column.name), words }
    return unknown.length === 0
      ? sure(rule, `All words of “${column.name}” are known.`)
      : unsure(rule, `What ${unknown.map(({ value }) => `“${value}”`).join(', ')} means is not known.`)
  }
  const from = numbers.as === 'fromAndTo' ? columnOf(numbers.from) : undefined
  const to = numbers.as === 'fromAndTo' ? columnOf(numbers.to) : undefined
  const none = 'No column gives the direction'
  if (from === undefined || to === undefined)
    return unsure(constantRule('inbound'), `${none}: all calls are taken for inbound ones.`)
  const rule = { ...ruleOf({ kind: 'ownNumbers', from, to }), otherwise: 'inbound' }
  return ownNumbers.length > 0
    ? likely(rule, `${none}: it follows from which number is the source’s own, or an extension.`)
    : unsure(
        rule,
        `${none}: it follows from which side is an extension. Enter the source’s own numbers for a better guess.`,
      )
}

function columnOf({ origin }: MappingRule): string | undefined {
  return origin.kind === 'columns' ? origin.columns[0] : undefined
}

/** Some systems have one column whose words are `Incoming`, `Outgoing` and `Missed`. */
function directionInStatus(assigned: Assignment): ColumnProfile | undefined {
  const column = assigned.get('status')?.column
  return column?.values.some(
    ({ value }) => knownStatus(value) === undefined && knownDirection(value) !== undefined,
  )
    ? column
    : undefined
}

/** Rules for the outcome, the most special first; none where it follows from times and durations. */
export function guessStatus(assigned: Assignment): Reasoned<MappingRule[]> | undefined {
  const voicemail = assigned.get('voicemailFlag')?.column
  const special = voicemail === undefined ? [] : flagRules(voicemail, 'voicemail')
  const code = assigned.get('sipCode')?.column
  const hasOther = code !== undefined || assigned.has('answeredFlag')
  const column = statusColumn(assigned)
  if (column !== undefined && (!hasOther || wordsRule(column).unknown.length === 0)) {
    const { rule, unknown } = wordsRule(column)
    const some = unknown.slice(0, 5).map((word) => `“${word}”`)
    return unknown.length === 0
      ? sure([...special, rule], `All words of “${column.name}” are known.`)
      : unsure([...special, rule], `Say what ${some.join(', ')} means.`)
  }
  if (code !== undefined) {
    const words = code.values.flatMap(({ value }) =>
      value === '' ? [] : [{ word: value, value: sipStatus(value) }],
    )
    const why = `“${code.name}” has codes of SIP.`
    return likely([...special, { ...columnRule(code.name), words }], why)
  }
  const answered = assigned.get('answeredFlag')?.column
  const missed = assigned.get('missedFlag')?.column
  const rules = [
    ...special,
    ...(missed === undefined ? [] : flagRules(missed, 'missed')),
    ...(answered === undefined ? [] : flagRules(answered, 'answered', 'missed')),
  ]
  if (rules.length === 0) return undefined
  return likely(rules, 'Columns say yes or no to it.')
}

/**
 * The one whose words say it. A single word that nobody knows, such as `call.ended` of a webhook, says nothing where it follows
 * from an answer or a talk.
 */
function statusColumn(assigned: Assignment): ColumnProfile | undefined {
  const column = assigned.get('status')?.column
  const isDerivable = assigned.has('answeredAt') || assigned.has('talkDuration') || assigned.has('missedFlag')
  const saysNothing = column?.distinct === 1 && column.statuses === 0 && column.directions === 0
  return column === undefined || (saysNothing && isDerivable) ? statusInDirection(assigned) : column
}

function statusInDirection(assigned: Assignment): ColumnProfile | undefined {
  const column = assigned.get('direction')?.column
  return column?.values.some(
    ({ value }) => knownDirection(value) === undefined && knownStatus(value) !== undefined,
  )
    ? column
    : undefined
}

function wordsRule(column: ColumnProfile): { rule: MappingRule; unknown: string[] } {
  const unknown: string[] = []
  const words = column.values.flatMap(({ value }) => {
    if (value === '') return []
    const status = knownStatus(value)
    if (status !== undefined) return [{ word: value, value: status }]
    // A direction is no outcome: that follows from how long somebody talked.
    if (knownDirection(value) !== undefined) return [{ word: value, value: '' }]
    unknown.push(value)
    return []
  })
  return { rule: { ...columnRule(column.name), words }, unknown }
}

function flagRules(column: ColumnProfile, yes: CallStatus, no?: CallStatus): MappingRule[] {
  const words = column.values.flatMap(({ value }) => {
    const flag = flagOf(value)
    if (flag === undefined) return []
    return [{ word: value, value: flag ? yes : (no ?? '') }]
  })
  const isSaid = words.some(({ value }) => value !== '')
  return isSaid ? [{ ...columnRule(column.name), words, ...(no === undefined ? { otherwise: '' } : {}) }] : []
}

function sipStatus(code: string): CallStatus {
  if (code.startsWith('2')) return 'answered'
  if (code.startsWith('1')) return 'in-progress'
  if (code === '486' || code === '600') return 'busy'
  if (code === '487') return 'abandoned'
  return code === '408' || code === '480' ? 'missed' : 'failed'
}
