import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { paintDocument } from '#web/app/colors.ts'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { findPublicPage } from '#web/app/public-pages.ts'
import { useThemeChoice } from '#web/lib/theme-choice.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { returnPath } from '#web/lib/urls/paths.ts'
import { readSessionText, subscribeToSession } from '#web/lib/session/session-storage.ts'
import { LoginPage } from '#web/pages/LoginPage.tsx'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'

const ConfirmPasswordPage = lazyExport(
  () => import('#web/pages/ConfirmPasswordPage.tsx'),
  'ConfirmPasswordPage',
)
const SsoPage = lazyExport(() => import('#web/pages/SsoPage.tsx'), 'SsoPage')
const UnsubscribePage = lazyExport(() => import('#web/pages/UnsubscribePage.tsx'), 'UnsubscribePage')

interface SignedOutProps {
  /** With the path that the visitor asked for. */
  onSignedIn: (returnTo: string) => void
}

/** What a visitor who is not signed in can see: one page, chosen by the address when the tab opens. */
export function SignedOut({ onSignedIn }: SignedOutProps) {
  const { isDark } = useThemeChoice()
  useLayoutEffect(() => paintDocument(isDark), [isDark])
  return (
    <PageErrorBoundary>
      <Suspense fallback={<PageSpinner />}>
        <Page onSignedIn={onSignedIn} />
      </Suspense>
    </PageErrorBoundary>
  )
}

function Page({ onSignedIn }: SignedOutProps) {
  const [pathname] = useState(() => location.pathname)
  switch (findPublicPage(pathname)) {
    case 'login':
      return <SignIn onSignedIn={onSignedIn} />
    case 'confirmPassword':
      return <ConfirmPasswordPage />
    case 'sso':
      return <SsoPage onSignedIn={onSignedIn} />
    case 'unsubscribe':
      return <UnsubscribePage />
    case undefined:
      return (
        <main>
          <NotFoundPage path={pathname} />
        </main>
      )
  }
}

/** Continues when somebody signs in, here or in another tab. */
function SignIn({ onSignedIn }: SignedOutProps) {
  useEffect(
    () =>
      subscribeToSession(() => {
        if (readSessionText() !== null) onSignedIn(returnPath(location.search, location.origin))
      }),
    [onSignedIn],
  )
  return <LoginPage />
}
