import { effectOf, type Endpoint } from '@callboard/contract/endpoint'
import { ApiError, type ReportedError } from '#web/lib/api/api-error.ts'
import { forgetEarlyAnswers, takeEarlyAnswer } from '#web/lib/api/early-answers.ts'
import { checkNetwork, isWebPage, readNetwork } from '#web/lib/network.ts'

/*
 * Plain requests and answers, without session, contract or zod: the sign-in page needs no more.
 */

export const jsonType = 'application/json'

export interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Which part of a file the body is. */
  contentRange?: string
}

/** On whose behalf a request is made. */
export interface Requester {
  token?: string | undefined
  viewedUserId?: string | undefined
}

export interface Wanted {
  /** Media type of the answer. */
  accept: string
  signal?: AbortSignal | undefined
  /** The request goes on when the page is left. */
  keepalive?: boolean
}

/** Sends a request on behalf of the requester and returns the response, whatever its status. */
export async function requestAs(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'effect'>,
  { params, query, body, contentRange }: RequestParts,
  { accept, signal, keepalive = false, requester }: Wanted & { requester: Requester },
): Promise<Response> {
  const headers = new Headers({ Accept: accept })
  if (requester.token !== undefined) headers.set('Authorization', `Bearer ${requester.token}`)
  if (requester.viewedUserId !== undefined) headers.set('X-Masked-User', requester.viewedUserId)
  if (body !== undefined) headers.set('Content-Type', body instanceof Blob ? body.type : jsonType)
  if (contentRange !== undefined) headers.set('Content-Range', contentRange)
  const url = pathWith(endpoint.path, params) + queryWith(query)
  const init = {
    method: endpoint.method,
    headers,
    body: bodyOf(body),
    signal: signal ?? null,
    keepalive,
  }
  const isChange = effectOf(endpoint) === 'change'
  if (isChange) forgetEarlyAnswers()
  return await fetchOrFail(url, init, isChange && readNetwork() !== 'offline')
}

type SentInit = RequestInit & { method: string; headers: Headers; body: BodyInit | null }

/** A file is sent as it is, anything else as JSON. */
function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null
  return body instanceof Blob ? body : JSON.stringify(body)
}

async function fetchOrFail(url: string, init: SentInit, isChange: boolean): Promise<Response> {
  try {
    const response = await (takeEarlyAnswer(url, init) ?? fetch(url, init))
    if (isWebPage(response)) void checkNetwork()
    return response
  } catch (cause) {
    throw noAnswer(cause, { isChange })
  }
}

export async function readBody<T>(response: Response, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw noAnswer(cause, { requestId: requestIdOf(response) })
  }
}

/** A cancelled call has not failed: it stays an AbortError. */
function noAnswer(cause: unknown, more: { requestId?: string | undefined; isChange?: boolean }): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause
  void checkNetwork()
  return new ApiError({ status: 0, message: 'network error', cause, ...more })
}

export async function readJson(response: Response): Promise<unknown> {
  const text = await readBody(response, () => response.text())
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch (cause) {
    throw unreadable(response, cause)
  }
}

/** The error of a successful response whose body is not as promised. */
export function unreadable(response: Response, cause: unknown): ApiError {
  return new ApiError({
    status: response.status,
    message: isWebPage(response)
      ? foreignAnswer
      : 'The server’s response could not be read. Reload the page to get the current version of the portal.',
    requestId: requestIdOf(response),
    cause,
  })
}

/** The error that an unsuccessful response reports. */
export async function failureOf(response: Response): Promise<ApiError> {
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
  return new ApiError({ status, requestId, message: messageOf(response, text) })
}

function messageOf(response: Response, text: string): string {
  if (isWebPage(response)) return foreignAnswer
  return text.trim() === '' ? 'error' : text
}

const foreignAnswer =
  'A proxy or your network’s sign-in page answered instead of the portal. Try again, or open any page in a new tab to see what it requires.'

/** Every list of objects that have a description, whatever else these have. */
function listedErrors(text: string): readonly ReportedError[] | undefined {
  try {
    const json: unknown = JSON.parse(text)
    if (!Array.isArray(json) || json.length === 0) return undefined
    const items = json.flatMap((item: unknown) => reportedError(item) ?? [])
    return items.length === json.length ? items : undefined
  } catch {
    return undefined
  }
}

function reportedError(item: unknown): ReportedError | undefined {
  if (!hasTexts(item, 'description')) return undefined
  return {
    description: item.description,
    ...(hasTexts(item, 'code') && { code: item.code }),
    ...(hasTexts(item, 'field') && { field: item.field }),
  }
}

/** Whether it is an object that has a text under each of these names. */
export function hasTexts<Name extends string>(
  value: unknown,
  ...names: Name[]
): value is Record<Name, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'string')
  )
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get('X-Request-Id') ?? undefined
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
