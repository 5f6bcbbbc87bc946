import type { Claim } from '@callboard/contract/claims'
import { effectOf, type Endpoint, type Request as Parsed, type Returned } from '@callboard/contract/endpoint'
import { Guid } from '@callboard/contract/scalars'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { credentialsOf, authenticate } from '../access/authenticate.ts'
import { requesterOf, type Caller, holds, type KeyCaller } from '../access/callers/caller.ts'
import { readerWithKey } from '../access/reading-key.ts'
import { requireOwnView } from '../access/view-as.ts'
import { asRequester } from '../db/calls/requester.ts'
import type { Db } from '../db/tables/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { negotiate } from './negotiate.ts'
import type { DescribedRoute } from './openapi.ts'
import type { PassOn } from './pass-on.ts'
import { parseRequest } from './parse-request.ts'
import { RangedAnswer, sendRanged } from './ranged-answer.ts'
import { requestCaller, setRequestCaller } from './request-caller.ts'
import type { Access } from './route-access.ts'
import { isRecord, type ReadRecord } from './sent-as-read.ts'
import { inTraceOf } from './trace-requests.ts'

type CallerOf<A extends Access> = A extends 'public'
  ? null
  : A extends { apiKey: string; orAdmin: true }
    ? KeyCaller | Caller
    : A extends { apiKey: string }
      ? KeyCaller
      : Caller

export interface Handling<E extends Endpoint, A extends Access> extends Parsed<E> {
  caller: CallerOf<A>
  /** The chosen media type, of those the endpoint produces. */
  accept: string
  /** Aborted when the client goes away. */
  signal: AbortSignal
  request: FastifyRequest
  reply: FastifyReply
}

export type Answered<E extends Endpoint> = Returned<E> | FileAnswer | RangedAnswer

export interface Route<E extends Endpoint, A extends Access> {
  access: A
  /** Runs as whoever signed in, even while they view the portal as another user. */
  ignoresViewAs?: true
  /** Not shown to whoever views the portal as another user. */
  hiddenFromViewers?: true
  /** Open to a program too, with a key that may read, over the rows of its customer. */
  alsoForKeys?: true
  /** Is answered where calls are written, of several processes by that one. */
  writesCalls?: true
  /** Where a body may be larger than that of other calls. */
  bodyBytesLimit?: number
  /** Open to users who must have a second factor and have none yet. */
  withoutTwoFactor?: true
  /**
   * Of a PUT: the record that it changes, as the caller reads it elsewhere than by the GET below its path. Fields that are
   * sent as they were read are no changes.
   */
  readAlso?: (record: RecordAsked<E, A>) => Promise<Returned<E> | undefined>
  handler: (handling: Handling<E, A>) => Promise<Answered<E>> | Answered<E>
}

interface RecordAsked<E extends Endpoint, A extends Access> extends Pick<
  Handling<E, A>,
  'caller' | 'params'
> {
  /** That of the body; undefined where it has none. */
  id: string | undefined
}

/** Reads what a GET answers at these parameters to the caller of a request; undefined where the GET is not theirs. */
type Reader = (asked: Asked) => Promise<unknown>

interface Asked {
  params: unknown
  request: FastifyRequest
  reply: FastifyReply
}

/** What routes are added to. */
export interface Routing {
  app: FastifyInstance
  db: Db
  /** Every route that was added, for the API documentation. */
  routes: DescribedRoute[]
  /** How what a GET answers is read by other routes, by its path. */
  readers: Map<string, Reader>
  /** Where several processes serve the portal. */
  passOn?: PassOn | undefined
}

const json = 'application/json'
const redirecting: ReadonlySet<unknown> = new Set(['events', 'redirect'])

/**
 * Adds a route, which checks the rights, parses the request, calls the handler and parses the answer. A field that the
 * contract does not declare neither comes in nor goes out.
 */
export function route<const E extends Endpoint, const A extends Access>(
  { app, db, routes, readers, passOn }: Routing,
  endpoint: E,
  declared: Route<E, A>,
): void {
  const { access, ignoresViewAs, withoutTwoFactor, hiddenFromViewers, alsoForKeys, handler } = declared
  const { bodyBytesLimit: bodyLimit, writesCalls } = declared
  routes.push({ endpoint, access, isForKeys: alsoForKeys === true || isForKeys(access) })
  if (endpoint.method === 'GET' && endpoint.response instanceof z.ZodType)
    readers.set(endpoint.path, readerOf(endpoint, declared))
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    exposeHeadRoute: methodsOf(endpoint).includes('HEAD'),
    ...(bodyLimit !== undefined && { bodyLimit }),
    // Before the body is read: whoever may not call learns nothing of its shape, and takes no memory.
    onRequest: async (request, reply) => {
      if (writesCalls === true && (await passOn?.(request, reply)) === true) return
      const credentials = credentialsOf(request)
      if (ignoresViewAs === true) credentials.viewAsUser = undefined
      const sender =
        access === 'public' ? null : await inTraceOf(request, async () => await authenticate(db, credentials))
      const caller =
        sender?.kind === 'key' && alsoForKeys === true
          ? ((await readerWithKey(db, sender)) ?? sender)
          : sender
      if (caller?.kind === 'user') {
        if (caller.mustSetUpTwoFactor && withoutTwoFactor !== true) throw secondFactorDemanded()
        if (hiddenFromViewers === true && caller.viewedBy !== null) throw hidden()
        if (effectOf(endpoint) === 'change')
          await requireOwnView(db, caller, `${endpoint.method} ${endpoint.path}`)
      }
      if (caller !== null && access !== 'public' && !isAllowed(access, caller)) throw forbidden()
      setRequestCaller(request, caller)
      if (endpoint.body === undefined) ignoreTypeOfNothing(request)
    },
    handler: async (request, reply) =>
      await askedBy(request, async () => {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- the access rule decides which caller there is
        const caller = requestCaller(request) as CallerOf<A>
        const accept = negotiate(request.headers.accept, endpoint)
        const answer = await handler({
          ...(await parseRequest(endpoint, request, async (sent) => [
            ...(await readBelow(readers, endpoint, { ...sent, request, reply })),
            ...(await readElsewhere(endpoint, declared, { ...sent, caller })),
          ])),
          caller,
          accept,
          signal: abortedWith(reply),
          request,
          reply,
        })
        if (answer instanceof FileAnswer) return await sendFile(reply, answer)
        if (answer instanceof RangedAnswer) return await sendRanged(request, reply, answer)
        if (redirecting.has(endpoint.response)) return reply
        if (answer === undefined && hasNoContent(endpoint)) return await reply.code(204).send()
        return await reply.code(statusOf(endpoint, request)).send(parseAnswer(endpoint, answer))
      }),
  })
}

/** What the work leads to is in the name of who asks, and of the trace of the request. */
async function askedBy<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return await inTraceOf(request, async () => await asRequester(requesterOf(requestCaller(request)), work))
}

function readerOf<E extends Endpoint, A extends Access>(
  endpoint: E,
  { access, handler }: Route<E, A>,
): Reader {
  return async ({ params, request, reply }) => {
    const caller = requestCaller(request)
    const [at, query] = [endpoint.params?.safeParse(params), endpoint.query?.safeParse({})]
    if (at?.success === false || query?.success === false) return undefined
    if (caller !== null && access !== 'public' && !isAllowed(access, caller)) return undefined
    const handling = { params: at?.data, query: query?.data, body: undefined, caller, request, reply }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed as above, and the caller may call it
    const typed = { ...handling, accept: json, signal: abortedWith(reply) } as unknown as Handling<E, A>
    return parseAnswer(endpoint, await handler(typed))
  }
}

/** The record of a PUT by the GET below its path by the id in the body, or at its path. */
async function readBelow(
  readers: Routing['readers'],
  { path }: Endpoint,
  { params, id, ...asked }: Asked & { id: unknown },
): Promise<ReadRecord[]> {
  // At the path itself there may be the list.
  const below = id === undefined ? undefined : readers.get(`${path}/{id}`)
  const read = below ?? readers.get(path) ?? readers.get(`${path}/{id}`)
  const sent = { ...(id !== undefined && { id }), ...(isRecord(params) && params) }
  return asJson(await read?.({ ...asked, params: sent }))
}

async function readElsewhere<E extends Endpoint, A extends Access>(
  endpoint: E,
  { readAlso }: Route<E, A>,
  sent: { params: unknown; id: unknown; caller: CallerOf<A> },
): Promise<ReadRecord[]> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the schema of the endpoint
  const asked = { ...sent, id: Guid.safeParse(sent.id).data } as RecordAsked<E, A>
  const record = await readAlso?.(asked)
  return record === undefined ? [] : asJson(parseAnswer(endpoint, record))
}

/** As it goes out. */
function asJson(answer: unknown): ReadRecord[] {
  const record: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
  return isRecord(record) ? [record] : []
}

/** A preview makes nothing. */
function statusOf({ status }: Endpoint, { query }: FastifyRequest): number {
  return isRecord(query) && query['preview'] === 'true' ? 200 : (status ?? 200)
}

function hasNoContent({ response, orNoContent }: Endpoint): boolean {
  return response === undefined || orNoContent === true
}

/** The type of a body that is not there says nothing, whatever it is. */
function ignoreTypeOfNothing({ headers }: FastifyRequest): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) delete headers['content-type']
}

/** HEAD goes with GET, except for a stream, which it would keep open for nothing. */
export function methodsOf({ method, response }: Endpoint): string[] {
  return method === 'GET' && !redirecting.has(response) ? ['GET', 'HEAD'] : [method]
}

/** The path in Fastify's notation: `:id` for `{id}`. */
export function urlOf({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function isForKeys(access: Access): boolean {
  return typeof access === 'object' && 'apiKey' in access
}

function forbidden(): AppError {
  return new AppError('forbidden', "You don't have access to this.")
}

function hidden(): AppError {
  return new AppError('forbidden', 'This is hidden while you view as another user.')
}

function secondFactorDemanded(): AppError {
  return new AppError('secondFactorDemanded', 'Set up two-factor sign-in first.')
}

/** Whether the caller still has access, for a response that outlasts its request. */
export function isStillAllowed(access: Claim, caller: Caller): boolean {
  return !caller.mustSetUpTwoFactor && isAllowed(access, caller)
}

function isAllowed(access: Exclude<Access, 'public'>, caller: Caller | KeyCaller): boolean {
  if (typeof access === 'object' && 'apiKey' in access) {
    return caller.kind === 'key'
      ? caller.rights.includes(access.apiKey)
      : access.orAdmin === true && caller.isAdmin
  }
  if (caller.kind === 'key') return false
  if (access === 'signedIn') return true
  if (access === 'admin') return caller.isAdmin
  if (typeof access === 'object') {
    return 'anyOf' in access
      ? access.anyOf.some((claim) => holds(caller, claim))
      : access.allOf.every((claim) => holds(caller, claim))
  }
  return holds(caller, access)
}

function parseAnswer(endpoint: Endpoint, answer: unknown): unknown {
  if (!(endpoint.response instanceof z.ZodType)) return undefined
  const result = endpoint.response.safeParse(answer)
  if (result.success) return result.data
  throw new Error(`the answer of ${endpoint.method} ${endpoint.path} is not what the contract says`, {
    cause: result.error,
  })
}

function abortedWith(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
