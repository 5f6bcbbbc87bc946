import type { Endpoint, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/unsubscribing'
import {
  failureOf,
  hasTexts,
  jsonType,
  readJson,
  requestAs,
  type RequestParts,
  unreadable,
} from '#web/lib/api/http.ts'

/*
 * The requests of the page that a mail leads to. Like those of the sign-in page, without the contract's schemas: whoever opens it
 * wants to be off a list, not to load the portal.
 */

type Address<E extends Endpoint> = Pick<E, 'method' | 'path'>

const getAddress: Address<typeof endpoints.getUnsubscribe> = {
  method: 'GET',
  path: '/api/unsubscribe/{token}',
}
const postAddress: Address<typeof endpoints.unsubscribeByLink> = {
  method: 'POST',
  path: '/api/unsubscribe/{token}',
}

export type Unsubscribable = Output<typeof endpoints.getUnsubscribe>

/** What a link unsubscribes from; undefined when it is no link of this portal. */
export async function findUnsubscribable(
  token: string,
  signal: AbortSignal,
): Promise<Unsubscribable | undefined> {
  const response = await ask(getAddress, { params: { token } }, signal)
  if (response.status === 404 || response.status === 400) return undefined
  if (!response.ok) throw await failureOf(response)
  const json = await readJson(response)
  if (!hasTexts(json, 'of', 'name')) throw unreadable(response, json)
  return {
    of: json.of === 'alert' ? 'alert' : 'subscription',
    name: json.name,
    isUnsubscribed: 'isUnsubscribed' in json && json.isUnsubscribed === true,
  }
}

export async function unsubscribe(token: string): Promise<void> {
  const response = await ask(postAddress, { params: { token }, body: {} })
  if (!response.ok) throw await failureOf(response)
}

/** One may try again without looking whether it was done. */
async function ask(address: Address<Endpoint>, parts: RequestParts, signal?: AbortSignal): Promise<Response> {
  return await requestAs({ ...address, effect: 'read' }, parts, { accept: jsonType, signal, requester: {} })
}
