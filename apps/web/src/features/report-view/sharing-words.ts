import { formatCounted } from '@callboard/contract/format'
import type { CheckedSharing } from '@callboard/contract/sending'
import { peopleWords } from '#web/lib/recipient-words.ts'

/** Subscriptions that are said; more of them are counted. */
const maxNamed = 3

/** What another group means for those who have a report now, a sentence each. */
export function sharingWords({ losing, subscriptions }: CheckedSharing, ownId: string): string[] {
  const { readers, others } = losing
  const more = subscriptions.length - maxNamed
  return [
    readers.length + others === 0
      ? 'Nobody else finds it through this group.'
      : `${peopleWords(
          readers.map(({ name }) => name),
          others,
        )} no longer ${readers.length + others === 1 ? 'finds' : 'find'} it.`,
    ...subscriptions.slice(0, maxNamed).map((one) => subscriptionWords(one, ownId)),
    ...(more > 0
      ? [
          `${formatCounted(more, 'more subscription')} no longer ${more === 1 ? 'reaches' : 'reach'} everybody on the list.`,
        ]
      : []),
  ]
}

function subscriptionWords(
  { name, userId, ownerName, recipients, stops }: CheckedSharing['subscriptions'][number],
  ownId: string,
): string {
  const whose =
    userId === ownId ? `Your subscription “${name}”` : `The subscription “${name}” of ${ownerName}`
  if (stops) return `${whose} stops: nobody on its list gets it any longer.`
  const lost = recipients.map((one) => (one.userId === ownId ? 'you' : one.name))
  return `${whose} no longer goes to ${peopleWords(lost)}.`
}
