import type { Endpoint, Input, Output } from '@callboard/contract/endpoint'
import type { z } from 'zod'
import { type ApiError, hasCode } from '#web/lib/api/api-error.ts'
import {
  type Requester,
  failureOf,
  jsonType,
  readBody,
  readJson,
  requestAs,
  type RequestParts,
  unreadable,
  type Wanted,
} from '#web/lib/api/http.ts'
import { saveFile } from '#web/lib/api/save-file.ts'
import { isWebPage } from '#web/lib/network.ts'
import { demandTwoFactor, readSession } from '#web/lib/session/session.ts'
import { interruptSession } from '#web/lib/session/session-storage.ts'
import { readViewedUserId, stopViewing } from '#web/lib/session/view-as.ts'

export type SendableEndpoint = Endpoint & { readonly response?: z.ZodType }

/** Calls an endpoint of the contract. There is no time limit; the signal ends the call. */
export function send<E extends SendableEndpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Output<E>>
export async function send(endpoint: Endpoint, input: RequestParts, signal?: AbortSignal): Promise<unknown> {
  return await answerOf(endpoint, await request(endpoint, input, { accept: jsonType, signal }))
}

/** Calls an endpoint as nobody, without token or viewed user, so that a session that has ended here changes nothing. */
export function sendAsNobody<E extends SendableEndpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Output<E>>
export async function sendAsNobody(
  endpoint: Endpoint,
  input: RequestParts,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await requestAs(endpoint, input, { accept: jsonType, signal, requester: {} })
  if (!response.ok) throw await failureOf(response)
  return await answerOf(endpoint, response)
}

async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.response === undefined || typeof endpoint.response === 'string') return undefined
  if (endpoint.orNoContent === true && response.status === 204) return undefined
  return parseAnswer(endpoint.response, await readJson(response), response)
}

function parseAnswer(schema: z.ZodType, json: unknown, response: Response): unknown {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw unreadable(response, read.error)
}

/** Fetches a file, its type chosen by the Accept header, and hands it to the browser to save. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  ...[accept, signal]: [accept: string, signal?: AbortSignal]
): Promise<void> {
  const response = await request(endpoint, input, { accept, signal })
  const file = await readBody(response, () => response.blob())
  saveFile(file, fileNameOf(response.headers.get('Content-Disposition')) ?? 'download')
}

/** Sends a request and returns the response if it succeeded; any other is thrown as an `ApiError`. */
export async function request(endpoint: Endpoint, parts: RequestParts, wanted: Wanted): Promise<Response> {
  const requester = currentRequester()
  const response = await requestAs(endpoint, parts, { ...wanted, requester })
  if (response.ok && !isWebPage(response)) return response
  // A download, or an answer without a body, would be taken for what was asked for.
  if (response.ok) throw unreadable(response, 'a page of HTML')
  if (response.status === 401) interruptOnce(requester)
  const failure = await failureOf(response)
  followError(failure, requester)
  throw failure
}

function currentRequester(): Requester {
  const token = readSession()?.token
  return token === undefined ? {} : { token, viewedUserId: readViewedUserId() }
}

/**
 * Only for the session that was refused, and only while it is stored: a late 401 cannot end the session of a new sign-in.
 * The page that is open decides whether it waits for the user or is loaded anew.
 */
function interruptOnce({ token }: Requester): void {
  const session = readSession()
  if (token !== undefined && session?.token === token) interruptSession(session.id)
}

/** Errors that concern the whole portal: this user can no longer be viewed as, or a second factor is demanded. */
function followError(failure: ApiError, { viewedUserId }: Requester): void {
  if (failure.status !== 403) return
  if (hasCode(failure, 'secondFactorDemanded')) demandTwoFactor()
  if (!hasCode(failure, 'maskedUserInvalid')) return
  if (viewedUserId === undefined || readViewedUserId() !== viewedUserId) return
  stopViewing()
}

/** The file name in a Content-Disposition header; the one in UTF-8 (`filename*`) takes precedence. */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded.trim())
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^;\s]+)/i.exec(disposition)?.[1]
}
