import type { Endpoint, Request as Parsed } from '@callboard/contract/endpoint'
import type { ErrorItem } from '@callboard/contract/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../lib/app-error.ts'
import { itemsOfZodError } from '../lib/zod-errors.ts'
import { changesOf, explainReadOnly, isRecord, type ReadRecord } from './sent-as-read.ts'

const nothing = z.strictObject({})

/** Reads the record that a PUT changes, in each form in which the caller may have read it. */
export type ReadRecords = (sent: { params: unknown; id: unknown }) => Promise<readonly ReadRecord[]>

/** The parts of a request as the contract has them. Throws with every error that they have. */
export async function parseRequest<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  readRecords: ReadRecords,
): Promise<Parsed<E>> {
  if (endpoint.body === undefined) parsePart(nothing, request.body ?? {})
  const params = parseParams(endpoint.params, request.params)
  const query = parsePart(endpoint.query ?? nothing, givenOf(endpoint.query, request.query))
  const body = await parseBody(endpoint, request, async (sent) => await readRecords({ params, ...sent }))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the very schemas the type is made of
  return { params, query, body } as Parsed<E>
}

/** A malformed id is an unknown id. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  const result = schema?.safeParse(value)
  if (result?.success === false)
    throw new AppError('notFound', 'This does not exist, or you do not have access to it.')
  return result?.data
}

/** Without the parameters that are empty: these have no value. One that nobody declared stays, and is refused. */
function givenOf(schema: z.ZodType | undefined, query: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || !isRecord(query)) return query
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' || !Object.hasOwn(schema.shape, name)),
  )
}

async function parseBody(
  { body: schema, method }: Endpoint,
  { body = {} }: FastifyRequest,
  readRecords: (sent: { id: unknown }) => Promise<readonly ReadRecord[]>,
): Promise<unknown> {
  if (schema === undefined) return undefined
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const items = itemsOfZodError(result.error)
  const readings = method === 'PUT' && isRecord(body) ? await readRecords({ id: body['id'] }) : []
  if (!isRecord(body) || readings.length === 0) throw invalid(items)
  const refused = fieldsOf(items.filter(({ code }) => code === 'unknownField'))
  const kind = kindOf(schema, body)
  const missing = itemsOfZodError(schema.safeParse(kind).error ?? new z.ZodError([]))
  const required = new Set([...fieldsOf(missing), ...Object.keys(kind)])
  const changes = schema.safeParse(changesOf(body, readings, { required, refused }))
  if (changes.success) return changes.data
  throw invalid(itemsOfZodError(changes.error).map((item) => explainReadOnly(item, readings)))
}

/** What says of which kind a body is, where there are several. */
function kindOf(schema: z.ZodType, body: ReadRecord): ReadRecord {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return {}
  const { discriminator } = schema.def
  return { [discriminator]: body[discriminator] }
}

function fieldsOf(items: readonly ErrorItem[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ field }) => field ?? []))
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(itemsOfZodError(result.error))
}

function invalid(items: readonly ErrorItem[]): AppError {
  const [first] = items
  return new AppError(first?.code ?? 'invalid', first?.description ?? 'The request is not valid.', { items })
}
