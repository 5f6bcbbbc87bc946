import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** Whether a program may send calls, or read them. */
export const apiKeyRights = ['ingest', 'read'] as const

/** The key with which a program of one customer signs in. */
export const ApiKey = z.strictObject({
  id: Guid,
  name: z.string(),
  customerId: Guid,
  customerName: z.string(),
  /** While the customer is not active, the key does not work. */
  isCustomerActive: z.boolean(),
  rights: z.array(z.enum(apiKeyRights)),
  /** Null is never. */
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
  /** False after it was ended; then it never works again. */
  isActive: z.boolean(),
  createdAt: Instant,
  revision: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A key that was just created: this answer alone holds the secret, of which only a hash is stored. */
export const NewApiKey = z.strictObject({ ...ApiKey.shape, secret: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

const ApiKeyId = z.strictObject({ id: idOf('apiKey') })

const apiKeyFields = {
  name: withExample(RecordName, 'Telephone system'),
  rights: z
    .array(z.enum(apiKeyRights))
    .min(1, 'names no right')
    .max(apiKeyRights.length)
    .transform((given) => apiKeyRights.filter((right) => given.includes(right))),
  expiresAt: withExample(Instant.nullable(), '2030-01-01T00:00:00.000Z'),
}

export const apiKeySorts = ['name', 'customerName', 'expiresAt', 'lastUsedAt', 'createdAt'] as const

export const searchApiKeys = endpoint({
  method: 'POST',
  path: '/api/apikey/search',
  summary: 'API keys by keyword; only valid ones unless asked otherwise.',
  body: searchBodyOf(apiKeySorts, { customerId: Guid.optional() }),
  response: pageOf(ApiKey),
  effect: 'read',
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/apikey',
  summary: 'Creates an API key; the answer alone holds its secret.',
  body: z.strictObject({
    ...apiKeyFields,
    customerId: idOf('customer'),
    expiresAt: apiKeyFields.expiresAt.default(null),
  }),
  response: NewApiKey,
  status: 201,
  effect: 'change',
})

export const getApiKey = endpoint({
  method: 'GET',
  path: '/api/apikey/{id}',
  summary: 'An API key, without its secret.',
  params: ApiKeyId,
  response: ApiKey,
  effect: 'read',
})

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api/apikey/{id}',
  summary: 'Changes the name, the rights or the expiry of an API key.',
  params: ApiKeyId,
  body: z.strictObject({ ...z.object(apiKeyFields).partial().shape, revision: z.int().optional() }),
  response: ApiKey,
  effect: 'change',
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api/apikey/{id}',
  summary: 'Ends an API key at once and for good. It stays in the list of inactive keys.',
  params: ApiKeyId,
  response: 'noContent',
  effect: 'change',
})
