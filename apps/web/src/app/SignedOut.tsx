import { Suspense, useEffect } from 'react'
import { findPublicPage } from '#web/app/public-pages.tsx'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { readSession, subscribeToSession } from '#web/lib/session-storage.ts'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { PageSpinner } from '#web/ui/PageSpinner.tsx'

interface SignedOutProps {
  onSignedIn: () => void
}

/** What a visitor who is not signed in can see: one page, chosen by the address when the tab opens. */
export function SignedOut({ onSignedIn }: SignedOutProps) {
  useEffect(() => subscribeToSession(() => readSession() !== undefined && onSignedIn()), [onSignedIn])
  return (
    <ThemeProvider>
      <PageErrorBoundary>
        <Suspense fallback={<PageSpinner />}>
          {findPublicPage(location.pathname) ?? <NotFoundPage path={location.pathname} />}
        </Suspense>
      </PageErrorBoundary>
    </ThemeProvider>
  )
}
