import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useIsViewingAs, useRealUser } from '#web/lib/session/current-user.ts'
import { meQuery } from '#web/lib/session/me-query.ts'
import { readSession } from '#web/lib/session/session.ts'
import { readInterruptedUserId, subscribeToSession } from '#web/lib/session/session-storage.ts'
import { startAnew } from '#web/lib/session/start-anew.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'

const loadDialog = () => import('#web/app/SignInDialog.tsx')
const SignInDialog = lazyExport(loadDialog, 'SignInDialog')

/**
 * What happens when the server has ended the session. A page that was in use stays, and its user signs in over it. One that
 * had nothing on it yet, or was only looked at as another user, is loaded anew, which leads to the sign-in page.
 */
export function SessionOver() {
  const client = useQueryClient()
  const user = useRealUser()
  const isViewingAs = useIsViewingAs()
  const session = useSyncExternalStore(subscribeToSession, readSession)
  const isOver = session === undefined && readInterruptedUserId() === user.id
  const isAnother = session !== undefined && session.id !== user.id
  // Also while the page is being left: it must not be seen once more.
  const [isCovered, setIsCovered] = useState(false)
  if (!isCovered && (isOver || isAnother)) setIsCovered(true)
  if (isCovered && session?.id === user.id) setIsCovered(false)
  const isToWait = !isViewingAs && client.getQueryData(meQuery.queryKey) !== undefined
  // Now: the server may be another version by the time that it is needed.
  useWhenIdle(() => void loadDialog().catch(() => undefined))
  useEffect(() => {
    if (isAnother) startAnew(() => location.assign(paths.root))
    else if (isOver && !isToWait) location.reload()
  }, [isAnother, isOver, isToWait])
  useEffect(() => {
    if (!isOver) return undefined
    // All that was asked meanwhile was refused.
    return () => void client.invalidateQueries()
  }, [isOver, client])

  if (!isCovered || (isOver && !isToWait)) return null
  return (
    <Suspense>
      <SignInDialog user={user} />
    </Suspense>
  )
}
