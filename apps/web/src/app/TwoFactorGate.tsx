import { type ReactNode, Suspense } from 'react'
import { logOut } from '#web/app/log-out.ts'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { useRealUser } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'

const TwoFactorSetupPage = lazyExport(() => import('#web/pages/TwoFactorSetupPage.tsx'), 'TwoFactorSetupPage')

interface TwoFactorGateProps {
  children: ReactNode
}

/** A user who must have a second factor but has none sees nothing but its setup. */
export function TwoFactorGate({ children }: TwoFactorGateProps) {
  const { mustSetUpTwoFactor } = useRealUser()
  if (!mustSetUpTwoFactor) return children
  return (
    <PageErrorBoundary>
      <Suspense fallback={<PageSpinner />}>
        <TwoFactorSetupPage onLogOut={() => void logOut()} />
      </Suspense>
    </PageErrorBoundary>
  )
}
