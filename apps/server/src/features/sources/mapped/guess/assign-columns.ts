import type { MappingRule } from '@callboard/contract/mappings'
import { plainWord } from '../known-words.ts'
import type { Meaning } from './column-meanings.ts'
import type { ColumnProfile } from './column-profile.ts'
import { meanings, nameScore } from './name-score.ts'
import { likely, type Reasoned, sure, unsure } from './reasoned.ts'
import { columnRule } from './rules.ts'

export interface Assigned {
  readonly column: ColumnProfile
  /** From 0 to 1: how well its name says it; 0 where its values alone do. */
  readonly byName: number
}

export type Assignment = Map<Meaning, Assigned>

/** What the column says, as a field. */
export function guessColumn({ column: { name, times }, byName }: Assigned): Reasoned<MappingRule> {
  const rule = columnRule(name)
  if (byName > 0.9) return sure(rule, `The name “${name}” says it.`)
  if (byName > 0) {
    const fitting = times?.misfit === undefined ? 'the values fit' : 'most values fit'
    return likely(rule, `The name “${name}” suggests it, and ${fitting}.`)
  }
  return unsure(rule, `The values of “${name}” look like it.`)
}

const minScore = 0.55

/** Which column is what, by names and by whether the values can be that; the clearest first. */
export function assignByName(profiles: readonly ColumnProfile[]): Assignment {
  const pairs = profiles.flatMap((column) =>
    meanings.flatMap((meaning) => {
      const byName = nameScore(column.name, meaning)
      const score = byName === 0 ? 0 : byName * contentGate(meaning, column)
      return score < minScore ? [] : [{ column, meaning, byName, score }]
    }),
  )
  const assigned: Assignment = new Map()
  const used = new Set<ColumnProfile>()
  for (const { column, meaning, byName } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (assigned.has(meaning) || meaning === 'legsBy' || used.has(column)) continue
    assigned.set(meaning, { column, byName })
    used.add(column)
  }
  const legs = pairs
    .filter(({ meaning, byName }) => meaning === 'legsBy' && byName > 0.8)
    .toSorted((a, b) => a.column.distinct - b.column.distinct)[0]
  if (legs !== undefined) assigned.set('legsBy', legs)
  return assigned
}

type Gate = (column: ColumnProfile) => number

/**
 * How well the values fit that nearly all have to be figures. Where at least half are, only a name that says plainly what the
 * column is makes up for the others: then their rows are rejected, instead of all rows losing the field.
 */
function gateOf(share: number): number {
  return share >= 0.9 ? 1 : share >= 0.5 ? 0.61 : 0
}

const isNumberColumn: Gate = (column) => {
  if (column.filled === 0) return 0.5
  return column.phones + column.extensions >= 0.5 ? 1 : 0
}
const isTime: Gate = ({ times }) => (times === undefined ? 0 : times.hasTime ? 1 : 0.7)
const isDuration: Gate = (column) => {
  if (column.times !== undefined) return 0
  return gateOf(column.decimals + column.clockDurations)
}
const isAmount: Gate = ({ decimals, times }) => (times === undefined ? gateOf(decimals) : 0)
const isFlag: Gate = ({ values, filled }) =>
  filled > 0 && values.length > 0 && values.every(({ value }) => flagOf(value) !== undefined || value === '')
    ? 1
    : 0
const isFigure: Gate = ({ figures, times }) => (figures >= 0.9 && times === undefined ? 1 : 0)
const isAnyText: Gate = (column) =>
  column.filled > 0 && column.times === undefined && column.phones < 0.8 ? 0.9 : 0
const isId: Gate = (column) => {
  if (
    column.filled === 0 ||
    column.phones > 0.9 ||
    (column.times !== undefined && column.times.format !== 'epochSeconds')
  )
    return 0
  return column.distinct > column.filled * 0.3 ? 1 : 0
}
const isAddress = ({ samples }: ColumnProfile) =>
  samples.length > 0 && samples.every((value) => /^https?:/.test(value))
const isStatus: Gate = (column) => {
  if (column.values.some(({ value }) => value === 'INVITE')) return 0
  if (column.filled === 0 || column.times !== undefined || column.distinct > 40 || column.phones > 0.5)
    return 0
  if (isFlag(column) === 1) return 0
  return column.statuses > 0.3 ? 1 : column.isText ? 0.7 : 0
}

const numberMeanings = ['from', 'to', 'contact', 'own', 'trackingNumber', 'targetNumber'] as const
export const durationMeanings = [
  'duration',
  'talkDuration',
  'ringDuration',
  'queueDuration',
  'ivrDuration',
  'holdDuration',
  'billableDuration',
] as const

/** Channels of a switch: `PJSIP/trunk-0000001a`, `trunk_1` */
const channelForm = /^\w+\/\S+-[\da-f]{4,}|trunk/i
/** Names of what is not the caller: `data.number.name` */
const ownNames = /\b(number|line|user|agent|target|account|company|team|queue)\.name$/i

const saysDirection =
  /\b(direction|richtung|anrufrichtung|sens|direccion|sentido|richting|direzione|direcao|kierunek)\b/

const gates = new Map<Meaning, Gate>([
  ...numberMeanings.map((meaning): [Meaning, Gate] => [meaning, isNumberColumn]),
  ...durationMeanings.map((meaning): [Meaning, Gate] => [meaning, isDuration]),
  ['startedAt', isTime],
  ['answeredAt', isTime],
  ['endedAt', isTime],
  ['date', ({ times }) => (times !== undefined && !times.hasTime ? 1 : 0)],
  ['timeOfDay', ({ timeOfDay }) => (timeOfDay === undefined ? 0 : 1)],
  ['zone', ({ times, isText, distinct }) => (times === undefined && isText && distinct < 50 ? 1 : 0)],
  ['status', isStatus],
  [
    'direction',
    ({ directions, distinct, plainName }) => {
      if (distinct > 12) return 0
      // Words that nobody knows are shown, so that somebody says what they mean.
      return directions >= 0.5 ? 1 : distinct === 2 && saysDirection.test(plainName) ? 0.6 : 0
    },
  ],
  ['externalCallId', isId],
  ['legsBy', (column) => (isId(column) === 1 && column.distinct < column.filled ? 1 : 0)],
  ['location', (column) => (column.isText && !isAddress(column) ? isAnyText(column) : 0)],
  ['callerName', (column) => (column.isText && !ownNames.test(column.name) ? isAnyText(column) : 0)],
  ['source', (column) => (column.samples.some((value) => channelForm.test(value)) ? 0 : isAnyText(column))],
  ['cost', isAmount],
  ['value', isAmount],
  ['hangupCause', (column) => (column.samples.every((value) => Number(value) < 128) ? isFigure(column) : 0)],
  ['score', isFigure],
  [
    'sipCode',
    ({ values }) => (values.length > 0 && values.every(({ value }) => /^[1-6]\d\d$|^$/.test(value)) ? 1 : 0),
  ],
  ['answeredFlag', isFlag],
  ['voicemailFlag', isFlag],
  ['missedFlag', isFlag],
  [
    'currency',
    ({ values }) =>
      values.length > 0 && values.every(({ value }) => /^([A-Za-z]{3}|[€$£]|)$/.test(value)) ? 1 : 0,
  ],
  [
    'country',
    ({ values, samples }) =>
      values.length > 0 && samples.every((value) => /^[A-Za-z]{2}$/.test(value)) ? 1 : 0,
  ],
  ['recordingUrl', (column) => (isAddress(column) ? 1 : 0)],
])

function contentGate(meaning: Meaning, column: ColumnProfile): number {
  return (gates.get(meaning) ?? isAnyText)(column)
}

const yes = new Set(['true', 'yes', 'y', '1', 'ja', 'j', 'oui', 'o', 'si', 's', 'x', 't', 'wahr', 'vrai'])
const no = new Set(['false', 'no', 'n', '0', 'nein', 'non', 'f', 'falsch', 'faux'])

/** Whether a value says yes or no; undefined where it says neither. */
export function flagOf(value: string): boolean | undefined {
  const plain = plainWord(value)
  return yes.has(plain) ? true : no.has(plain) ? false : undefined
}

/** What no name tells, by values alone. */
export function assignByContent(profiles: readonly ColumnProfile[], assigned: Assignment): void {
  const used = new Set(
    [...assigned].filter(([meaning]) => meaning !== 'legsBy').map(([, { column }]) => column),
  )
  /** The first that fits, or of those that fit the one with the highest share. */
  const take = (
    meaning: Meaning,
    fits: (column: ColumnProfile) => boolean,
    share: (column: ColumnProfile) => number = () => 0,
  ) => {
    if (assigned.has(meaning)) return
    const [column] = profiles
      .filter((one) => !used.has(one) && one.filled > 0 && fits(one))
      .toSorted((a, b) => share(b) - share(a))
    if (column === undefined) return
    assigned.set(meaning, { column, byName: 0 })
    used.add(column)
  }
  const hasStart = assigned.has('startedAt') || assigned.has('date')
  if (!hasStart) {
    take('startedAt', ({ times }) => times?.hasTime === true)
    if (!assigned.has('startedAt')) take('date', ({ times }) => times !== undefined)
  }
  const needsTime = assigned.has('date') || assigned.get('startedAt')?.column.times?.hasTime === false
  if (needsTime && !assigned.has('timeOfDay')) take('timeOfDay', isTimeOfDay)
  take('direction', ({ directions, distinct }) => directions >= 0.8 && distinct <= 6 && distinct > 1)
  if (!assigned.has('answeredFlag') && !assigned.has('sipCode'))
    take(
      'status',
      ({ statuses, distinct }) => statuses >= 0.5 && distinct <= 30,
      ({ statuses }) => statuses,
    )
  if (!assigned.has('talkDuration')) take('duration', ({ clockDurations }) => clockDurations >= 0.9)
  take(
    'externalCallId',
    (column) => isId(column) === 1 && isUnique(column) && column.decimals < 0.9 && looksLikeId(column),
  )
  take(
    'externalCallId',
    (column) =>
      isId(column) === 1 &&
      isUnique(column) &&
      column.phones < 0.5 &&
      column.figures >= 0.9 &&
      lengthOf(column) >= 6,
  )
}

/** `17:45` may be a time or a duration: of times, some are in the afternoon. */
function isTimeOfDay({ timeOfDay, samples }: ColumnProfile): boolean {
  return (
    timeOfDay !== undefined &&
    (timeOfDay.endsWith('A') || samples.some((value) => Number.parseInt(value, 10) >= 7))
  )
}

function isUnique({ distinct, filled }: ColumnProfile): boolean {
  return filled > 1 && distinct === filled
}

/** Letters and digits without spaces, not a name and no telephone number. */
function looksLikeId({ samples, phones }: ColumnProfile): boolean {
  return phones < 0.5 && samples.every((value) => /^(?=.*\d)[\w.:@{}|+/-]{3,}$/.test(value))
}

function lengthOf({ samples }: ColumnProfile): number {
  return samples[0]?.length ?? 0
}
