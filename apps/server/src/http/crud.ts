import type { Endpoint, Request, Returned } from '@callboard/contract/endpoint'
import type { Caller } from '../access/callers/caller.ts'
import type { CallerReading } from '../access/rows/caller-reading.ts'
import type { StoredCalls } from '../db/calls/stored-calls.ts'
import type { Db } from '../db/tables/schema.ts'
import type { Access } from './route-access.ts'
import { type Answered, route, type Route, type Routing } from './route.ts'

/** Users alone. */
type UserAccess = Exclude<Access, 'public' | { readonly apiKey: string }>

type PartOf<Part> = Part extends undefined ? unknown : Part

/** What was sent, as one: the fields of the body and of the query, and the parameters of the path. */
type Asked<E extends Endpoint> = PartOf<Request<E>['query']> &
  PartOf<Request<E>['body']> &
  PartOf<Request<E>['params']>

type Rule<Parts, E extends Endpoint> = (
  parts: Parts,
  caller: Caller,
  asked: Asked<E>,
) => Promise<Answered<E>> | Answered<E>

interface PassingRoute<Parts, E extends Endpoint> extends Omit<Route<E, UserAccess>, 'handler'> {
  rule: Rule<Parts, E>
}

/** Adds a route that passes on what was sent to a rule, and nothing more. */
export function routeTo<const E extends Endpoint>(
  routing: Routing,
  endpoint: E,
  declared: PassingRoute<Db, E>,
): void {
  routeWith(routing, endpoint, { ...declared, parts: routing.db })
}

/** The same, for a rule that works with more than the database. */
export function routeWith<const E extends Endpoint, Parts>(
  routing: Routing,
  endpoint: E,
  { rule, parts, ...declared }: PassingRoute<Parts, E> & { parts: Parts },
): void {
  route(routing, endpoint, {
    ...declared,
    handler: async (handling) => await rule(parts, handling.caller, askedOf(handling)),
  })
}

function askedOf<E extends Endpoint>({ query, body, params }: Request<E>): Asked<E> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the schemas of the endpoint
  return Object.assign({}, query, body, params) as Asked<E>
}

interface ReadingRoute<Parts, E extends Endpoint> extends Omit<Route<E, UserAccess>, 'handler'> {
  parts: Parts
  rule: (reading: Parts & CallerReading, asked: Asked<E>) => Promise<Returned<E>>
}

/** The same, for a rule that reads calls while the caller waits. */
export function routeReading<const E extends Endpoint, Parts extends StoredCalls>(
  routing: Routing,
  endpoint: E,
  { rule, parts, ...declared }: ReadingRoute<Parts, E>,
): void {
  const { db } = routing
  route(routing, endpoint, {
    ...declared,
    handler: async ({ signal, ...handling }) =>
      await rule({ ...parts, db, caller: handling.caller, signal }, askedOf(handling)),
  })
}

/** Adds the routes of a record type, in the order of its endpoints: each answers by the rule of the same name. */
export function crud<const E extends { readonly [Operation in keyof E]: Endpoint }>(
  routing: Routing,
  endpoints: E,
  {
    access,
    accessTo,
    rules,
  }: {
    access: UserAccess
    /** Where it is not that. */
    accessTo?: { readonly [Operation in keyof E]?: UserAccess }
    rules: { readonly [Operation in keyof E]: Rule<Db, E[Operation]> }
  },
): void {
  for (const operation in endpoints)
    routeTo(routing, endpoints[operation], {
      access: accessTo?.[operation] ?? access,
      rule: rules[operation],
    })
}
