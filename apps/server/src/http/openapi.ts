import type { Endpoint } from '@callboard/contract/endpoint'
import { ErrorList } from '@callboard/contract/errors'
import { z } from 'zod'
import { version } from '../lib/version.ts'
import type { Access } from './route.ts'

export interface DescribedRoute {
  endpoint: Endpoint
  access: Access
  /** Open to programs with an API key, only or besides users. */
  isForKeys: boolean
}

/** The OpenAPI 3.1 document of these routes, built from the schemas that parse their requests. */
export function buildOpenApi(routes: readonly DescribedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const { path, method } = route.endpoint
    ;(paths[path] ??= {})[method.toLowerCase()] = describeRoute(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Callboard', version, description: 'Call tracking and reporting.' },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a customer.' },
      },
      schemas: { ErrorList: jsonSchema(ErrorList, 'output') },
    },
  }
}

function describeRoute(route: DescribedRoute): object {
  const { endpoint } = route
  const { summary, effect, body, consumes = ['application/json'] } = endpoint
  return {
    summary,
    'x-effect': effect,
    description: `Needs: ${describeAccess(route)}.`,
    tags: [endpoint.path.split('/')[2] ?? 'health'],
    security: securityOf(route),
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              consumes.map((type) => [type, { schema: jsonSchema(body, 'input') }]),
            ),
          },
        }),
    responses: {
      ...describeSuccess(endpoint),
      default: {
        description: 'An error: always a list.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorList' } } },
      },
    },
  }
}

function describeSuccess({ response, status, orNoContent, alsoProduces = [] }: Endpoint): object {
  const done = { 204: { description: 'Done.' } }
  if (response === 'noContent') return done
  if (response === 'redirect') return { 302: { description: 'Goes on elsewhere.' } }
  if (response === 'events') {
    return {
      200: {
        description: 'A stream of events.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    }
  }
  const files = alsoProduces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }] as const)
  return {
    [status ?? 200]: {
      description: 'Success.',
      content: {
        ...(response === 'file' ? {} : { 'application/json': { schema: jsonSchema(response, 'output') } }),
        ...Object.fromEntries(files),
      },
    },
    ...(orNoContent === true ? done : {}),
  }
}

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const { properties, required } = ObjectSchema.parse(jsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

function securityOf({ access, isForKeys }: DescribedRoute): object[] {
  if (access === 'public') return []
  if (typeof access === 'object' && 'apiKey' in access) return [{ apiKey: [] }]
  return [{ session: [] }, ...(isForKeys ? [{ apiKey: [] }] : [])]
}

function describeAccess({ access, isForKeys }: DescribedRoute): string {
  const words = wordsOf(access)
  return isForKeys && typeof access === 'string' ? `${words}, or an API key with the right read` : words
}

function wordsOf(access: Access): string {
  if (access === 'public') return 'nothing'
  if (access === 'signedIn') return 'a signed-in user'
  if (access === 'admin') return 'an administrator'
  if (typeof access === 'string') return access
  if ('apiKey' in access) return `an API key with the right ${access.apiKey}`
  return `any of ${access.anyOf.join(', ')}`
}
