import { effectOf, type Endpoint } from '@callboard/contract/endpoint'
import { ErrorList } from '@callboard/contract/errors'
import { z } from 'zod'
import { version } from '../lib/version.ts'
import { findExample, jsonSchema, type JsonSchema } from './json-schema.ts'
import type { Access } from './route-access.ts'

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
    // First of all what most programs come for; the other tags follow as they occur.
    tags: [{ name: 'calls', description: 'What telephone systems send, and programs read.' }],
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
  const { summary, body } = endpoint
  return {
    summary,
    'x-effect': effectOf(endpoint),
    description: [`Needs: ${describeAccess(route)}.`, ...callersOf(endpoint)].join(' '),
    tags: [endpoint.path.split('/')[2] ?? 'health'],
    security: securityOf(route),
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    ...(body === undefined ? {} : { requestBody: describeBody(endpoint, body) }),
    responses: {
      ...describeSuccess(endpoint),
      default: {
        description: 'An error: always a list.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorList' } } },
      },
    },
  }
}

function callersOf({ calledBy }: Endpoint): string[] {
  if (calledBy === undefined) return []
  return [
    calledBy === 'programs'
      ? 'For programs: no screen of the portal calls it.'
      : 'A browser comes here by an address in an answer: no screen calls it.',
  ]
}

function describeBody({ consumes = [json], contents = {} }: Endpoint, body: z.ZodType): object {
  const content = consumes.map((type) => {
    const schema = contents[type] ?? (type === json ? body : undefined)
    return [type, schema === undefined ? bytes : describeContent(jsonSchema(schema, 'input'))] as const
  })
  return { required: true, content: Object.fromEntries(content) }
}

const json = 'application/json'
const bytes = { schema: { type: 'string', format: 'binary' } }

/** With an example of each kind of body, where there are several. */
function describeContent(schema: JsonSchema): object {
  const kinds = (schema.anyOf ?? []).filter(({ title }) => title !== undefined)
  if (kinds.length === 0) return { schema, example: findExample(schema) }
  const examples: Record<string, object> = {}
  for (const kind of kinds) examples[kind.title ?? ''] = { summary: kind.title, value: findExample(kind) }
  return { schema, examples }
}

function describeSuccess({ response, status, query, orNoContent, alsoProduces = [] }: Endpoint): object {
  const done = { 204: { description: 'Done.' } }
  if (response === undefined) return done
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
  const success = {
    description: 'Success.',
    content: {
      ...(response === 'file' ? {} : { [json]: { schema: jsonSchema(response, 'output') } }),
      ...Object.fromEntries(files),
    },
  }
  const hasPreview = query instanceof z.ZodObject && 'preview' in query.shape
  return {
    [status ?? 200]: success,
    ...(hasPreview && { 200: { ...success, description: 'Success, or the preview.' } }),
    ...(orNoContent === true ? done : {}),
  }
}

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, of]) => {
    const isRequired = place === 'path' || required.includes(name)
    const example = isRequired ? { example: findExample(of) } : {}
    return { name, in: place, required: isRequired, schema: of, ...example }
  })
}

function securityOf({ access, isForKeys }: DescribedRoute): object[] {
  if (access === 'public') return []
  if (typeof access === 'object' && 'apiKey' in access)
    return [{ apiKey: [] }, ...(access.orAdmin === true ? [{ session: [] }] : [])]
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
  if ('apiKey' in access) {
    const key = `an API key with the right ${access.apiKey}`
    return access.orAdmin === true ? `${key}, or an administrator` : key
  }
  return 'anyOf' in access ? `any of ${access.anyOf.join(', ')}` : access.allOf.join(' and ')
}
