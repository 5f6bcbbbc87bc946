import { matchRoutes, Navigate, useLocation } from 'react-router'
import { mayOpen } from '#web/app/PageGate.tsx'
import { pageRoutes } from '#web/app/routes.tsx'
import { isOwnPath, joined } from '#web/app/shell/side-menu-items.tsx'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'

/** Leads on to the first page of the user: the dashboard, or what comes first in their menu of what they may open. */
export function FirstPage() {
  const user = useCurrentUser()
  const { search, hash } = useLocation()
  const items = joined(user.menus).flatMap(({ tree }) => tree.flatMap((item) => [item, ...item.children]))
  const urls = items.flatMap(({ url }) => (url !== null && isOwnPath(url) ? [url] : []))
  const isOpen = (url: string) => {
    const [match] = matchRoutes([...pageRoutes], url.replace(/[?#].*$/, '')) ?? []
    return match !== undefined && mayOpen(user, match.route.access)
  }
  const first = isOpen(paths.dashboard) ? undefined : urls.find(isOpen)
  return <Navigate to={first ?? `${paths.dashboard}${search}${hash}`} replace />
}
