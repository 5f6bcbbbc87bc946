import { formatCount } from '@callboard/contract/format'
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
  const named = names.length <= 3 ? names : names.slice(0, 2)
  const others = names.length - named.length
  return joinWithAnd(others === 0 ? named : [...named, `${formatCount(others)} others`])
}
