import { logout } from '@callboard/contract/auth'
import { send } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession } from '#web/lib/session-storage.ts'

/** Ends the session here and on the server. Without the server's answer it ends here all the same. */
export async function logOut(): Promise<void> {
  try {
    await send(logout, {})
  } catch (error) {
    console.warn('The server did not hear of the log-out; the token ends when it is idle', error)
  }
  history.replaceState(null, '', paths.root)
  endSession()
}
