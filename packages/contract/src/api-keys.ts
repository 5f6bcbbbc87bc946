import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { RecordName } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid, Instant } from './scalars.ts'

/** Whether a program may send calls, or read them. */
export const apiKeyRights = ['ingest', 'read'] as const

/** The same in a word or two. */
export const apiKeyRightLabels = { ingest: 'send calls', read: 'read calls' } as const satisfies Record<
  (typeof apiKeyRights)[number],
  string
>

/** The key with which a program of one customer signs in. */
export const ApiKey = z.strictObject({
  id: Guid,
  name: z.string(),
  customerId: Guid,
  customerName: z.string(),
  /** The source that its calls are of; null: of none. */
  sourceId: Guid.nullable(),
  sourceName: z.string().nullable(),
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

const apiKeyFields = {
  name: withExample(RecordName, 'Telephone system'),
  rights: z
    .array(z.enum(apiKeyRights))
    .min(1, 'names no right')
    .max(apiKeyRights.length)
    .transform((given) => apiKeyRights.filter((right) => given.includes(right))),
  expiresAt: withExample(Instant.nullable(), '2030-01-01T00:00:00.000Z'),
  sourceId: Guid.nullable().describe('A source of the customer: calls that the key sends are of it.'),
}

export const apiKeySorts = ['name', 'customerName', 'expiresAt', 'lastUsedAt', 'createdAt'] as const

const plain = recordEndpoints('apiKey', {
  record: ApiKey,
  search: searchBodyOf(apiKeySorts, { customerId: Guid.optional() }),
  fields: apiKeyFields,
  ofNew: {
    customerId: idOf('customer'),
    expiresAt: apiKeyFields.expiresAt.default(null),
    sourceId: apiKeyFields.sourceId.default(null),
  },
  summaries: {
    search: 'API keys by keyword; only valid ones unless asked otherwise.',
    create: 'Creates an API key; the answer alone holds its secret.',
    get: 'An API key, without its secret.',
    update: 'Changes the name, the rights or the expiry of an API key.',
    remove: 'Ends an API key at once and for good. It stays in the list of inactive keys.',
  },
})

export const apiKeyEndpoints = { ...plain, create: endpoint({ ...plain.create, response: NewApiKey }) }

export const {
  search: searchApiKeys,
  create: createApiKey,
  get: getApiKey,
  update: updateApiKey,
  remove: deleteApiKey,
} = apiKeyEndpoints
