import { alertFigureWords } from './alert-words.ts'
import type { AlertFigure } from './alerts.ts'
import { type Figure, figureKinds } from './figure-kinds.ts'
import { formatCount, formatCounted } from './format.ts'
import { type MeasureName, measures } from './measures.ts'
import { defaultAnswerSeconds } from './reports.ts'

type CountMeasure = {
  [K in MeasureName]: (typeof measures)[K]['figure'] extends 'count' | 'distinct' ? K : never
}[MeasureName]

/** What a count counts: one of it, and what follows the noun. */
const counted: Readonly<Record<CountMeasure, readonly [one: string, after?: string]>> = {
  calls: ['call'],
  inbound: ['inbound call'],
  outbound: ['outbound call'],
  answered: ['answered call'],
  missed: ['missed call'],
  abandoned: ['abandoned call'],
  voicemail: ['call', 'that ended in voicemail'],
  inProgress: ['call', 'in progress'],
  answeredInTime: ['call', `answered within ${defaultAnswerSeconds} s`],
  uniqueCallers: ['unique caller'],
  firstTimeCallers: ['first-time caller'],
  leads: ['lead'],
  missedNotReturned: ['missed call', 'not returned'],
  waitingUnderHour: ['missed call', 'waiting for less than an hour'],
  waitingToday: ['missed call', 'waiting since earlier today'],
  waitingOlder: ['missed call', 'waiting since before today'],
  waitingNow: ['caller', 'waiting'],
  talkingNow: ['caller', 'talking'],
  returned: ['missed call', 'returned'],
  missedWithheld: ['missed call', 'with the number withheld'],
  recorded: ['call', 'with a recording'],
}

function isCount(measure: MeasureName): measure is CountMeasure {
  return Object.hasOwn(counted, measure)
}

/** What a figure is of the calls that it rests on, where that is to be said. */
const ofCalls = {
  count: null,
  distinct: null,
  share: 'of',
  total: 'in total over',
  average: 'on average over',
  median: ', the median of',
  ninetieth: ', the 90th percentile of',
  oldest: ', the longest of',
  first: null,
  last: null,
  sum: null,
  numberCost: null,
  numberCostPer: null,
} as const satisfies Record<Figure, string | null>

/** `13 missed calls`, `21.0% of 62 calls`, `2 min 10 s on average over 62 calls`, `45 s, the median of 62 calls`. */
export function alertFigureSentence(
  measure: MeasureName,
  { figure, calls }: Pick<AlertFigure, 'figure' | 'calls'>,
): string {
  if (figure === null) return 'no calls to measure'
  if (isCount(measure)) {
    const [one, after] = counted[measure]
    return [formatCounted(figure, one), after].filter((part) => part !== undefined).join(' ')
  }
  const { figure: kind } = measures[measure]
  const isDuration = figureKinds[kind].type === 'duration'
  const written = isDuration ? writeSeconds(figure) : alertFigureWords(measure, figure)
  const of = ofCalls[kind]
  if (of === null) return written
  return `${written}${of.startsWith(',') ? '' : ' '}${of} ${formatCounted(calls, 'call')}`
}

/** `22.4% of 686 calls. The alert would be triggered.` */
export function alertNowWords(
  measure: MeasureName,
  now: Pick<AlertFigure, 'figure' | 'calls' | 'isMet'>,
): string {
  return `${alertFigureSentence(measure, now)}. The alert would ${now.isMet ? '' : 'not '}be triggered.`
}

/** As it is read within a sentence: `2 min 10 s`, `1 h 5 min`, `0 s`. */
function writeSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const
  const written = parts.filter(([count]) => count > 0).map(([count, unit]) => `${formatCount(count)} ${unit}`)
  return written.length === 0 ? '0 s' : written.join(' ')
}
