import { useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'

/** Whoever views the portal as another user changes nothing. */
export function useMayEditNumbers(): boolean {
  const mayEdit = useHoldsClaim('number.edit')
  const isViewingAs = useIsViewingAs()
  return mayEdit && !isViewingAs
}
