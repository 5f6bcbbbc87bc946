import type { Endpoint, Input } from '@callboard/contract/endpoint'
import { z } from 'zod'
import { endSession, readSession } from '#web/lib/session-storage.ts'

const ReportedError = z.object({
  code: z.string().optional(),
  description: z.string(),
  field: z.string().optional(),
})
/** One fault as the server reports it; `field` is the path of the faulty field in the request. */
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

/** A call that failed; `message` is text for people. */
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

type AnsweringEndpoint = Endpoint & { readonly response: z.ZodType }
type SilentEndpoint = Endpoint & { readonly response: 'noContent' }

/** Calls an endpoint of the contract. There is no time limit; the signal ends the call. */
export function send<E extends AnsweringEndpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<z.output<E['response']>>
export function send<E extends SilentEndpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<undefined>
export async function send(endpoint: Endpoint, input: RequestParts, signal?: AbortSignal): Promise<unknown> {
  const response = await request(endpoint, input, { accept: 'application/json', signal })
  if (typeof endpoint.response === 'string') return undefined
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

/** Sends a request and answers with a response of success; any other is thrown as `ApiError`. */
export async function request(
  endpoint: Endpoint,
  { params, query, body }: RequestParts,
  { accept, signal }: Wanted,
): Promise<Response> {
  const headers = new Headers({ Accept: accept })
  const session = readSession()
  if (session !== undefined) headers.set('Authorization', `Bearer ${session.token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const response = await fetchOrFail(pathWith(endpoint.path, params) + queryWith(query), {
    method: endpoint.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  })
  if (response.ok) return response
  if (response.status === 401) signOutOnce()
  throw await failureOf(response)
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

/** A cancelled call is none that failed: it stays an AbortError. */
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

/** Without a stored session there is nothing to end, so a 401 to somebody signed out cannot reload again and again. */
function signOutOnce(): void {
  if (readSession() === undefined) return
  endSession()
  location.reload()
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

/** The name in a Content-Disposition header; the one in UTF-8 (`filename*`) wins. */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded.trim())
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^;\s]+)/i.exec(disposition)?.[1]
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file over by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The text of what was thrown, as the specification has it. */
export function errorText(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return 'error'
}

/** The same as a sentence for people. */
export function readableError(error: unknown): string {
  const text = errorText(error)
  if (text === 'network error') return 'Network error: the server did not answer.'
  if (text === 'error') return 'The server reported an error without a reason.'
  return text
}

/** Whether trying the same again may help: no answer, or a fault of the server. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
