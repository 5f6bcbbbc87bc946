import { useQuery } from '@tanstack/react-query'
import { useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { userQuery } from '#web/records/user-query.ts'

/** Whether the user has no address for mails; false until it is known, and while viewing as somebody else. */
export function useHasNoAddress(): boolean {
  const { id } = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const user = useQuery({ ...userQuery(id), enabled: !isViewingAs }).data
  return !isViewingAs && user?.email === null
}
