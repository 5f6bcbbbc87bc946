import { getMe } from '@callboard/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '#web/lib/api.ts'
import { CurrentUserContext } from '#web/lib/current-user.ts'
import { readSession, refreshSession, subscribeToSession } from '#web/lib/session-storage.ts'

const meQuery = queryOptions({
  queryKey: [getMe.path],
  queryFn: ({ signal }) => send(getMe, {}, signal),
  staleTime: Infinity,
})

interface SessionProviderProps {
  children: ReactNode
}

/** The signed-in user: at once as stored, then with the names and rights of this moment. */
export function SessionProvider({ children }: SessionProviderProps) {
  const stored = useSyncExternalStore(subscribeToSession, readSession)
  // Between the sign-out and the reload that follows it, the page stays as it was.
  const [first] = useState(stored)
  const { data: me } = useQuery(meQuery)
  useEffect(() => {
    if (me !== undefined) refreshSession(me)
  }, [me])
  return <CurrentUserContext value={stored ?? first}>{children}</CurrentUserContext>
}
