import { readViewedUserId } from '#web/lib/session/view-as.ts'
import { readSession } from '#web/lib/session/session.ts'

/** Reloads when another tab signs out, signs another user in, or views the portal as somebody else. */
export function followOtherTabs(): () => void {
  const before = whoIsHere()
  const onStorage = () => {
    if (whoIsHere() !== before) location.reload()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function whoIsHere(): string {
  return `${readSession()?.id ?? ''} ${readViewedUserId() ?? ''}`
}
