import { formatCounted } from '@callboard/contract/format'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { subscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { activeRecipients } from '#web/features/subscriptions/subscription-words.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'

/** How many get a saved report by mail, for its owner and administrators; leads to its subscriptions. */
export function SubscriberCount({ saved: { id, userId } }: { saved: SavedReport }) {
  const me = useCurrentUser()
  const seesCount = me.isAdmin || userId === me.id
  const { data } = useQuery({ ...subscriptionsQuery(id), enabled: seesCount })
  if (!seesCount || data === undefined || data.total === 0) return null
  const subscribers = new Set(
    data.items
      .filter(({ isActive }) => isActive)
      .flatMap(activeRecipients)
      .map(({ userId: of, email }) => of ?? email),
  )
  return (
    <>
      {' · '}
      <TextLink to={paths.subscriptions(id)}>{formatCounted(subscribers.size, 'subscriber')}</TextLink>
    </>
  )
}
