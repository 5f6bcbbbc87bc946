import { logout } from '@callboard/contract/auth'
import type { Endpoint, Input, Output } from '@callboard/contract/endpoint'
import type { ErrorCode } from '@callboard/contract/errors'
import { z } from 'zod'
import { readViewedUserId, stopViewing } from '#web/lib/view-as.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { demandTwoFactor, endSession, readSession } from '#web/lib/session-storage.ts'

const ReportedError = z.object({
  code: z.string().optional(),
  description: z.string(),
  field: z.string().optional(),
})
/** One error as the server reports it; `field` is the path of the field in the request that caused it. */
export type ReportedError = z.infer<typeof ReportedError>

const ErrorBody = z.array(ReportedError).min(1)

interface Failure {
  /** HTTP status; 0 when there was no answer. */
  status: number
  message: string
  items?: readonly ReportedError[] | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** A failed call; `message` is meant for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly items: readonly ReportedError[]
  readonly requestId: string | undefined

  constructor({ status, message, items = [], requestId, cause }: Failure) {
    super(message, { cause })
    this.status = status
    this.items = items
    this.requestId = requestId
  }
}

export type SendableEndpoint = Endpoint & { readonly response: z.ZodType | 'noContent' }

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
  const response = await requestAs(endpoint, input, { accept: jsonType, signal, asker: {} })
  if (!response.ok) throw await failureOf(response)
  return await answerOf(endpoint, response)
}

const jsonType = 'application/json'

async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (typeof endpoint.response === 'string') return undefined
  if (endpoint.orNoContent === true && response.status === 204) return undefined
  return parseAnswer(endpoint.response, await readJson(response), response)
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

interface Wanted {
  /** Media type of the answer. */
  accept: string
  signal?: AbortSignal | undefined
}

/** Sends a request and returns the response if it succeeded; any other is thrown as an `ApiError`. */
export async function request(endpoint: Endpoint, parts: RequestParts, wanted: Wanted): Promise<Response> {
  const asker = askerOf(endpoint)
  const response = await requestAs(endpoint, parts, { ...wanted, asker })
  if (response.ok) return response
  if (response.status === 401) signOutOnce(asker)
  const failure = await failureOf(response)
  followError(failure, asker)
  throw failure
}

/** On whose behalf a request is made. */
interface Asker {
  token?: string | undefined
  viewedUserId?: string | undefined
}

function askerOf({ path }: Endpoint): Asker {
  const token = readSession()?.token
  if (token === undefined || path === logout.path) return { token }
  return { token, viewedUserId: readViewedUserId() }
}

async function requestAs(
  endpoint: Endpoint,
  { params, query, body }: RequestParts,
  { accept, signal, asker }: Wanted & { asker: Asker },
): Promise<Response> {
  const headers = new Headers({ Accept: accept })
  if (asker.token !== undefined) headers.set('Authorization', `Bearer ${asker.token}`)
  if (asker.viewedUserId !== undefined) headers.set('X-Masked-User', asker.viewedUserId)
  if (body !== undefined) headers.set('Content-Type', body instanceof Blob ? body.type : jsonType)
  return await fetchOrFail(pathWith(endpoint.path, params) + queryWith(query), {
    method: endpoint.method,
    headers,
    body: bodyOf(body),
    signal: signal ?? null,
  })
}

/** A file is sent as it is, anything else as JSON. */
function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null
  return body instanceof Blob ? body : JSON.stringify(body)
}

interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

async function fetchOrFail(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw noAnswer(cause)
  }
}

async function readBody<T>(response: Response, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw noAnswer(cause, requestIdOf(response))
  }
}

/** A cancelled call has not failed: it stays an AbortError. */
function noAnswer(cause: unknown, requestId?: string): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause
  return new ApiError({ status: 0, message: 'network error', requestId, cause })
}

async function readJson(response: Response): Promise<unknown> {
  const text = await readBody(response, () => response.text())
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch (cause) {
    throw unreadable(response, cause)
  }
}

function parseAnswer(schema: z.ZodType, json: unknown, response: Response): unknown {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw unreadable(response, read.error)
}

function unreadable(response: Response, cause: unknown): ApiError {
  return new ApiError({
    status: response.status,
    message:
      'The answer of the server could not be read. Reload the page to get the current version of the portal.',
    requestId: requestIdOf(response),
    cause,
  })
}

async function failureOf(response: Response): Promise<ApiError> {
  const { status } = response
  const requestId = requestIdOf(response)
  const text = await response.text().catch(() => '')
  const items = listedErrors(text)
  if (items !== undefined) {
    return new ApiError({
      status,
      items,
      requestId,
      message: items.map((item) => item.description).join('\n'),
    })
  }
  return new ApiError({ status, requestId, message: text.trim() === '' ? 'error' : text })
}

function listedErrors(text: string): ReportedError[] | undefined {
  try {
    return ErrorBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get('X-Request-Id') ?? undefined
}

/**
 * Only for the session that was refused, and only while it is stored: so a 401 cannot reload the page again and again
 * for somebody who is signed out, and a late one cannot end the session of a new sign-in in another tab.
 */
function signOutOnce({ token }: Asker): void {
  if (token === undefined || readSession()?.token !== token) return
  endSession()
  location.reload()
}

/** Errors that concern the whole portal: this user can no longer be viewed as, or a second factor is demanded. */
function followError(failure: ApiError, { viewedUserId }: Asker): void {
  if (failure.status !== 403) return
  if (hasCode(failure, 'secondFactorDemanded')) demandTwoFactor()
  if (!hasCode(failure, 'maskedUserInvalid')) return
  if (viewedUserId === undefined || readViewedUserId() !== viewedUserId) return
  stopViewing()
}

/** Whether a call failed for this reason. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

function pathWith(template: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function queryWith(query: unknown): string {
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
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

/** The text of what was thrown, as specified. */
export function errorText(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return 'error'
}

/** The same, as a sentence for people. */
export function readableError(error: unknown): string {
  const text = errorText(error)
  if (text === 'network error') return 'Network error: the server did not answer.'
  if (text === 'error') return 'The server reported an error without a reason.'
  return text
}

/** Whether trying the same again may help: no answer, or an error of the server. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
