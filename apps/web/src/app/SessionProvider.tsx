import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { CurrentUserContext, ViewedByContext } from '#web/lib/session/current-user.ts'
import { readViewedUserId } from '#web/lib/session/view-as.ts'
import { meQuery } from '#web/lib/session/me-query.ts'
import { readSession, refreshSession } from '#web/lib/session/session.ts'
import { subscribeToSession } from '#web/lib/session/session-storage.ts'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'

interface SessionProviderProps {
  children: ReactNode
}

/**
 * The signed-in user: first as stored, then with current names and rights. When viewing as another user, the
 * portal follows that user as soon as they are loaded; the stored user remains the one who signed in.
 */
export function SessionProvider({ children }: SessionProviderProps) {
  const stored = useSyncExternalStore(subscribeToSession, readSession)
  // Without a session the page stays as it was: until the reload after a sign-out, or until its user has signed in again.
  const [first] = useState(stored)
  // Changing it reloads the page.
  const [isViewingAs] = useState(() => readViewedUserId() !== undefined)
  const { data: me, isPending } = useQuery(meQuery)
  useEffect(() => {
    if (me !== undefined && !isViewingAs) refreshSession(me)
  }, [me, isViewingAs])
  // Whoever else signs in gets a fresh page, and this one is never drawn for them.
  const realUser = stored?.id === first?.id ? stored : first
  if (!isViewingAs) return <CurrentUserContext value={realUser}>{children}</CurrentUserContext>
  if (isPending) return <PageSpinner />
  return (
    <ViewedByContext value={realUser}>
      <CurrentUserContext value={me ?? realUser}>{children}</CurrentUserContext>
    </ViewedByContext>
  )
}
