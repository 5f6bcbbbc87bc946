import { type PortalUser, searchPortalUsers } from '@callboard/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'
import { fullName } from '#web/lib/current-user.ts'

/** The first users by a keyword; all of them, up to twenty, without one. */
export function portalUsersQuery(keyword: string) {
  const query = keyword.trim() === '' ? {} : { keyword: keyword.trim() }
  return queryOptions({
    queryKey: [searchPortalUsers.path, query],
    queryFn: ({ signal }) => send(searchPortalUsers, { query }, signal),
  })
}

/** `Ada Byron (ada)`; the user name alone where there is no other. */
export function nameWithSignIn(user: PortalUser): string {
  const name = fullName(user)
  return name === user.userName ? name : `${name} (${user.userName})`
}
