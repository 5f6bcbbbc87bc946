import * as endpoints from '@callboard/contract/auth'
import { failureOf, jsonType, readJson, requestAs } from '#web/lib/api/http.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { removeDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { readSession } from '#web/lib/session/session.ts'
import { endSession } from '#web/lib/session/session-storage.ts'

/** How long the address of a provider's sign-out page is waited for. */
const providerWaitMs = 5000

/**
 * Ends the session here, with what was entered and not saved, then on the server, and at the identity provider if it began there. Here it ends at once, whatever
 * the server does: nobody who leaves a shared computer waits for an answer.
 */
export async function logOut(): Promise<void> {
  const { token, loginProvider } = readSession() ?? {}
  endSession()
  removeDrafts()
  const ended = token === undefined ? undefined : endOnServer(token)
  const mayHavePage = ended !== undefined && loginProvider !== 'local'
  const signOutUrl = mayHavePage ? await Promise.race([ended, nothingAfter(providerWaitMs)]) : undefined
  location.assign(signOutUrl ?? paths.root)
  await ended
}

/** The sign-out page of the provider, where there is one. */
async function endOnServer(token: string): Promise<string | undefined> {
  try {
    const response = await requestAs(
      endpoints.logout,
      {},
      { accept: jsonType, requester: { token }, keepalive: true },
    )
    if (!response.ok) throw await failureOf(response)
    if (response.status === 204) return undefined
    const { signOutUrl } = endpoints.logout.response.parse(await readJson(response))
    return /^https?:/.test(signOutUrl) ? signOutUrl : undefined
  } catch (error) {
    console.warn('The server did not get the log-out; the token expires when idle', error)
    return undefined
  }
}

async function nothingAfter(ms: number): Promise<undefined> {
  return await new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms)
  })
}
