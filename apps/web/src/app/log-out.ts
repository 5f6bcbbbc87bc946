import * as endpoints from '@callboard/contract/auth'
import { send } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession } from '#web/lib/session-storage.ts'

/**
 * Ends the session here and on the server, and at the identity provider if it began there. It ends here even if the
 * server does not answer.
 */
export async function logOut(): Promise<void> {
  const signOutUrl = await endOnServer()
  endSession()
  location.assign(signOutUrl ?? paths.root)
}

async function endOnServer(): Promise<string | undefined> {
  try {
    const answer = await send(endpoints.logout, {})
    return answer !== undefined && /^https?:/.test(answer.signOutUrl) ? answer.signOutUrl : undefined
  } catch (error) {
    console.warn('The server did not get the log-out; the token expires when idle', error)
    return undefined
  }
}
