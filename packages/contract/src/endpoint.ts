import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * What a call answers with: a JSON body, beside which the Accept header may select a file; a file alone; a stream of
 * server-sent events; or a redirect.
 */
export type Answer = z.ZodType | 'file' | 'events' | 'redirect'

export interface Endpoint {
  readonly method: Method
  /** With `{name}` for a path parameter, as in the specification. */
  readonly path: string
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Media types of the body; JSON alone unless given. A type beside JSON reaches the handler as raw bytes. */
  readonly consumes?: readonly string[]
  /** What the body is in each of these types, where it is parsed later than by `body`; bytes unless it is said. */
  readonly contents?: Readonly<Record<string, z.ZodType>>
  /** Nothing unless given: 204. */
  readonly response?: Answer
  /** Status of success when it is not 200 (or 204 without a body). */
  readonly status?: 201
  /** The answer may also be none at all: 204. */
  readonly orNoContent?: true
  /** Media types the Accept header may select beside JSON; those of the file where there is no JSON. */
  readonly alsoProduces?: readonly string[]
  /** Many reads are POST, and a GET may change something: then it says so. */
  readonly effect?: 'read' | 'change'
  /** Who calls it where no screen does: programs of others, or a browser that follows an address it was given. */
  readonly calledBy?: 'programs' | 'browser'
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined

/** The body of a request, after parsing. */
export type Body<E extends Endpoint> = Parsed<E['body']>

/** What a handler receives, after parsing. */
export interface Request<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a caller gives, before parsing; parts that the endpoint lacks or that have only optional fields may be left out. */
export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

type Part<K extends string, T> = T extends z.ZodType
  ? Record<string, never> extends Sent<T>
    ? { [P in K]?: Sent<T> }
    : { [P in K]: Sent<T> }
  : { [P in K]?: undefined }

export type Output<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']> | NothingOf<E>
  : undefined

type NothingOf<E extends Endpoint> = E['orNoContent'] extends true ? undefined : never

/** What a handler returns, before it is parsed on the way out. */
export type Returned<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']> | NothingOf<E>
  : undefined

/** `change` fails while a user views the portal as another one. */
export function effectOf({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): 'read' | 'change' {
  return effect ?? (method === 'GET' ? 'read' : 'change')
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
