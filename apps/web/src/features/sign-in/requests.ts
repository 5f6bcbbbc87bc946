import type * as endpoints from '@callboard/contract/auth'
import type { Endpoint, Input, Output } from '@callboard/contract/endpoint'
import type { getSystemSettings } from '@callboard/contract/settings'
import {
  failureOf,
  hasTexts,
  jsonType,
  readJson,
  requestAs,
  type RequestParts,
  unreadable,
} from '#web/lib/api/http.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'

/*
 * The requests of the sign-in page. It loads neither zod nor the contract's schemas, which would be a third of it: types
 * bind the addresses to the contract, and of an answer only what the page needs is checked. The app reads the stored
 * session by its schema.
 */

type Address<E extends Endpoint> = Pick<E, 'method' | 'path'>

const loginAddress: Address<typeof endpoints.login> = { method: 'POST', path: '/api/auth/login' }
const providersAddress: Address<typeof endpoints.listProviders> = {
  method: 'GET',
  path: '/api/auth/providers',
}
const settingsAddress: Address<typeof getSystemSettings> = { method: 'GET', path: '/api/settings' }

export async function signIn(body: Input<typeof endpoints.login>['body']): Promise<void> {
  const { response, json } = await ask(loginAddress, { body })
  if (!hasTexts(json, 'id', 'token')) throw unreadable(response, json)
  beginSession(json)
}

export type Providers = Output<typeof endpoints.listProviders>

export async function loadProviders(signal: AbortSignal): Promise<Providers> {
  const { response, json } = await ask(providersAddress, {}, signal)
  if (!areProviders(json)) throw unreadable(response, json)
  return json
}

function areProviders(json: unknown): json is Providers {
  return Array.isArray(json) && json.every((provider) => hasTexts(provider, 'id', 'name'))
}

export type PublicSettings = Pick<Output<typeof getSystemSettings>, 'productName' | 'logoUrl'>

/** Name and logo of the product. */
export async function loadPublicSettings(signal: AbortSignal): Promise<PublicSettings> {
  const { response, json } = await ask(settingsAddress, {}, signal)
  if (!hasTexts(json, 'productName')) throw unreadable(response, json)
  return { productName: json.productName, logoUrl: hasTexts(json, 'logoUrl') ? json.logoUrl : null }
}

/** As nobody, like `sendAsNobody`; one may try again without looking whether it was done. */
async function ask(address: Address<Endpoint>, parts: RequestParts, signal?: AbortSignal) {
  const response = await requestAs({ ...address, effect: 'read' }, parts, {
    accept: jsonType,
    signal,
    requester: {},
  })
  if (!response.ok) throw await failureOf(response)
  return { response, json: await readJson(response) }
}
