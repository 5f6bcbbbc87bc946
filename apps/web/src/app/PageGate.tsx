import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import type { PageAccess, PageRoute } from '#web/app/page-route.ts'
import { holdsClaim, useCurrentUser } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { describeInvalidTerm } from '#web/records/role-term.ts'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { MessagePage } from '#web/pages/MessagePage.tsx'

interface PageGateProps {
  route: PageRoute
}

/** Shows a page to those who may open it, with a spinner while it loads and a message when it breaks. */
export function PageGate({ route }: PageGateProps) {
  const { pathname } = useLocation()
  const isOpen = useMayOpen(route.access)
  if (!isOpen) return <NoAccessPage />
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
  return mayOpen(useCurrentUser(), access)
}

export function mayOpen(user: ReturnType<typeof useCurrentUser>, access: PageAccess): boolean {
  if (access === 'signedIn') return true
  if (access === 'admin') return user.isAdmin
  if (typeof access === 'string') return holdsClaim(user, access)
  return access.some((claim) => holdsClaim(user, claim))
}

function NoAccessPage() {
  const { userRoles, timeZone, claims } = useCurrentUser()
  const now = useNow()
  const terms = userRoles.flatMap((role) => describeInvalidTerm(role, { timeZone, now }) ?? [])
  return (
    <MessagePage
      title="You don't have access"
      actions={
        <>
          {claims.length > 0 && <Link to={paths.root}>Go to your first page</Link>}
          <Link to={paths.profile}>See your roles and rights</Link>
        </>
      }
    >
      {terms.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {terms.length === 0
        ? 'None of your roles gives you access to this page. Ask an administrator for one that does.'
        : 'Ask an administrator to change the dates, or for another role that gives you access to this page.'}
    </MessagePage>
  )
}
