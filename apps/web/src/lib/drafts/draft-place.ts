import { useMemo } from 'react'
import type { DraftPlace } from '#web/lib/drafts/stored-drafts.ts'
import { useIsViewingAs, useRealUser } from '#web/lib/session/current-user.ts'

/**
 * Where what is entered is kept; undefined where nothing is. A draft belongs to whoever signed in: nobody who views the portal as
 * somebody else has any, or sees those of either.
 */
export function useDraftPlace(of: string, isOn = true): DraftPlace | undefined {
  const { id: userId } = useRealUser()
  const isKept = !useIsViewingAs() && isOn
  return useMemo(() => (isKept ? { userId, of } : undefined), [isKept, userId, of])
}
