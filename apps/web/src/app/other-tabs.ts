import { readViewedUserId } from '#web/lib/session/view-as.ts'
import { readSession } from '#web/lib/session/session.ts'
import { readInterruptedUserId } from '#web/lib/session/session-storage.ts'
import { startAnew } from '#web/lib/session/start-anew.ts'

/**
 * Starts anew when another tab signs out, signs another user in, or views the portal as somebody else. A session that the
 * server has ended changes nobody: the page waits for its user.
 */
export function followOtherTabs(): () => void {
  const before = whoIsHere()
  const onStorage = () => {
    if (whoIsHere() !== before) startAnew(() => location.reload())
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function whoIsHere(): string {
  return `${readSession()?.id ?? readInterruptedUserId() ?? ''} ${readViewedUserId() ?? ''}`
}
