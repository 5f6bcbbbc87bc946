import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import type { PageAccess, PageRoute } from '#web/app/page-route.ts'
import { holdsClaim, useCurrentUser } from '#web/lib/session/current-user.ts'
import { NoAccessPage } from '#web/pages/NoAccessPage.tsx'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'

interface PageGateProps {
  route: PageRoute
}

/** Shows a page to those who may open it, with a spinner while it loads and a message when it breaks. */
export function PageGate({ route }: PageGateProps) {
  const { pathname } = useLocation()
  const mayOpen = useMayOpen(route.access)
  if (!mayOpen) return <NoAccessPage />
  const Page = route.page
  return (
    <PageErrorBoundary key={pathname}>
      <Suspense fallback={<PageSpinner />}>
        <Page />
      </Suspense>
    </PageErrorBoundary>
  )
}

export function useMayOpen(access: PageAccess): boolean {
  const user = useCurrentUser()
  if (access === 'signedIn') return true
  if (access === 'admin') return user.isAdmin
  if (typeof access === 'string') return holdsClaim(user, access)
  return access.some((claim) => holdsClaim(user, claim))
}
