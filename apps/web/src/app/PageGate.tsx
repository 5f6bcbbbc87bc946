import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import type { PageAccess, PageRoute } from '#web/app/page-route.ts'
import { holdsClaim, useCurrentUser } from '#web/lib/session/current-user.ts'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { MessagePage } from '#web/pages/MessagePage.tsx'

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

function NoAccessPage() {
  return (
    <MessagePage
      title="You don't have access"
      actions={<Link to={paths.profile}>See your roles and rights</Link>}
    >
      Your roles do not open this page. An administrator can give you a role that does.
    </MessagePage>
  )
}
