import { formatCount, formatDuration, formatNumber } from '@callboard/contract/format'
import { figureKinds } from '@callboard/contract/figure-kinds'
import { measureFor, type MeasureName, measures } from '@callboard/contract/measures'
import type {
  deliveryCauses,
  DeliveryStatus,
  Recipient,
  Subscription,
  SubscriptionCondition,
} from '@callboard/contract/subscriptions'

export const statusNames = {
  waiting: 'Waiting',
  rendering: 'Being written',
  outbox: 'In the outbox',
  sending: 'Being sent',
  sent: 'Sent',
  skipped: 'Skipped',
  failed: 'Failed',
  uncertain: 'Uncertain',
} as const satisfies Record<DeliveryStatus, string>

/** What a status means where no reason says it. */
export const statusMeanings: Readonly<Partial<Record<DeliveryStatus, string>>> = {
  outbox: 'There is no mail server: it lies in the outbox.',
  uncertain: 'The connection broke off while the mail server had it: it may have arrived.',
}

export const causeNames = {
  schedule: 'On schedule',
  run: 'Run by hand',
  test: 'Test',
  resend: 'Sent again',
} as const satisfies Record<(typeof deliveryCauses)[number], string>

/** Those who get it; who unsubscribed, and whose address does not work, are left out. */
export function activeRecipients({ recipients }: Pick<Subscription, 'recipients'>): readonly Recipient[] {
  return recipients.filter(({ state }) => state === 'active')
}

/** `you`, `Ada Byron`, `you and Ada Byron`, `Ada Byron, Bea Ray and 5 others` */
export function recipientWords(recipients: readonly Recipient[], ownId: string): string {
  const names = recipients
    .toSorted((one, other) => Number(other.userId === ownId) - Number(one.userId === ownId))
    .map(({ userId, name }) => (userId === ownId ? 'you' : name))
  if (names.length === 0) return 'nobody'
  const named = names.length <= 3 ? names : names.slice(0, 2)
  const others = names.length - named.length
  return wordList.format(others === 0 ? named : [...named, `${formatCount(others)} others`])
}

/** ` · 2 unsubscribed`; nothing where everybody gets it. */
export function unsubscribedWords(subscription: Pick<Subscription, 'recipients'>): string {
  const others = subscription.recipients.length - activeRecipients(subscription).length
  return others === 0 ? '' : ` · ${formatCount(others)} unsubscribed`
}

const wordList = new Intl.ListFormat('en', { type: 'conjunction' })

export const operatorWords = {
  gt: 'is over',
  ge: 'is at least',
  lt: 'is under',
  le: 'is at most',
} as const

/** How the value of a measure is entered: shares as percent, durations in seconds. */
export function measureUnit(measure: MeasureName): 'percent' | 'seconds' | 'number' {
  const { type } = figureKinds[measures[measure].figure]
  if (type === 'ratio') return 'percent'
  return type === 'duration' ? 'seconds' : 'number'
}

/** Whether a figure can be over or under a value. */
export function isNumber(measure: MeasureName): boolean {
  return figureKinds[measures[measure].figure].type !== 'time'
}

/** Whether there is an earlier figure that it can have changed from. */
export function hasChange(measure: MeasureName): boolean {
  return figureKinds[measures[measure].figure].change !== null && !('isOfNow' in measures[measure])
}

export function measureLabel(measure: MeasureName): string {
  return measureFor(measure, anyTerms).label
}

/** The name of a measure says the seconds of a report, which a condition does not know. */
const anyTerms = {
  answerWithinSeconds: 20,
  generatedAt: '2000-01-01T00:00:00.000Z',
  timeZone: 'UTC',
} as const

/** `only when there are rows`, `only when Missed is over 5` */
export function conditionWords(condition: SubscriptionCondition): string {
  if ('hasRows' in condition) return 'only when there are rows'
  const label = measureLabel(condition.measure)
  if ('changedByPercent' in condition)
    return `only when ${label} changed by ${formatNumber(condition.changedByPercent)} ${changeUnit(condition.measure)} or more`
  return `only when ${label} ${operatorWords[condition.op]} ${valueWords(condition.measure, condition.value)}`
}

/** A share changes by points, all else by percent of the earlier figure. */
export function changeUnit(measure: MeasureName): 'points' | 'percent' {
  return measureUnit(measure) === 'percent' ? 'points' : 'percent'
}

function valueWords(measure: MeasureName, value: number): string {
  const unit = measureUnit(measure)
  if (unit === 'percent') return `${formatNumber(value * 100)}%`
  return unit === 'seconds' ? formatDuration(value) : formatNumber(value)
}
