import { Suspense } from 'react'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'

const FirstSteps = lazyExport(() => import('#web/records/FirstSteps.tsx'), 'FirstSteps')

/** What leads a new portal to its first call, for administrators: nothing waits for it. */
export function FirstStepsPanel() {
  const { isAdmin } = useCurrentUser()
  return (
    isAdmin && (
      <Suspense fallback={null}>
        <FirstSteps />
      </Suspense>
    )
  )
}
