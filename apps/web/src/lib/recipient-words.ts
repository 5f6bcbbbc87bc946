import { formatCounted } from '@callboard/contract/format'
import { joinWithAnd } from '@callboard/contract/format-names'

interface Named {
  /** Null for somebody outside. */
  userId: string | null
  name: string
}

/** `you`, `Ada Byron`, `you and Ada Byron`, `Ada Byron, Bea Ray and 5 others` */
export function recipientWords(recipients: readonly Named[], ownId: string): string {
  const names = recipients
    .toSorted((one, other) => Number(other.userId === ownId) - Number(one.userId === ownId))
    .map(({ userId, name }) => (userId === ownId ? 'you' : name))
  if (names.length === 0) return 'nobody'
  return peopleWords(names)
}

/** Of more people than these the last ones are counted. */
const maxNamed = 3

/** `Ada Byron and 2 others`, `3 people`; besides those who are named there may be others who are not. */
export function peopleWords(names: readonly string[], others = 0): string {
  const all = names.length + others
  const named = all <= maxNamed ? names : names.slice(0, maxNamed - 1)
  if (named.length === 0) return formatCounted(all, 'person', 'people')
  const rest = all - named.length
  return joinWithAnd(rest === 0 ? named : [...named, formatCounted(rest, 'other')])
}
