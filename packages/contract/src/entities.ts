import { z } from 'zod'
import { entityTypes } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, QueryFlag, searchBodyOf } from './paging.ts'
import { Guid } from './scalars.ts'

const EntityType = z.enum(entityTypes)

/** Something that calls name by its code: a location, a tracking number, a county. */
export const Entity = z.strictObject({
  id: Guid,
  type: EntityType,
  /** What calls carry; unique within type and customer. */
  code: z.string(),
  name: z.string(),
  /** Null: of no customer in particular, as a state. */
  customerId: Guid.nullable(),
  customerName: z.string().nullable(),
  parentId: Guid.nullable(),
  /** Null also where the parent may not be seen. */
  parentName: z.string().nullable(),
  parentType: EntityType.nullable(),
  attributes: z.record(z.string(), z.string()),
  isActive: z.boolean(),
  revision: z.int(),
})
export type Entity = z.infer<typeof Entity>

export const entityAttributeLimit = 50

/** Text on one line. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'has characters that are not for print')

/** As long as the codes that a call may carry. */
export const EntityCode = line(120)
export const EntityName = line(200)
export const AttributeName = line(100)
/** May have several lines, as cells of a spreadsheet do. */
export const AttributeValue = z
  .string()
  .trim()
  .max(1000)
  .regex(/^[\n\P{Cc}]*$/u, 'has characters that are not for print')

const entityFields = {
  name: EntityName,
  parentId: Guid.nullable(),
  attributes: z
    .record(AttributeName, AttributeValue)
    .refine((pairs) => Object.keys(pairs).length <= entityAttributeLimit, {
      error: `has more than ${entityAttributeLimit} pairs`,
    }),
  isActive: z.boolean(),
}

export const entitySorts = ['name', 'code'] as const

export const searchEntities = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity/search',
  summary:
    'Entities of the types that the caller may view: of their customers and of none in particular; whoever is restricted by entity groups finds those that these let through.',
  body: searchBodyOf(entitySorts, {
    /** One type or several; all that may be viewed unless given. */
    type: z.union([EntityType, z.array(EntityType).min(1).max(entityTypes.length)]).optional(),
    /** Null: those of no customer. */
    customerId: Guid.nullish(),
    parentId: Guid.optional(),
  }),
  response: pageOf(Entity),
  effect: 'read',
})

export const EntityTypeCount = z.strictObject({ type: EntityType, active: z.int(), inactive: z.int() })

export const countEntities = endpoint({
  method: 'GET',
  path: '/api/reportingentity/entity/types',
  summary: 'How many entities there are of each type that the caller may view.',
  response: z.array(EntityTypeCount),
  effect: 'read',
})

export const getEntity = endpoint({
  method: 'GET',
  path: '/api/reportingentity/entity/{id}',
  summary: 'An entity.',
  params: z.strictObject({ id: Guid }),
  response: Entity,
  effect: 'read',
})

export const createEntity = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity',
  summary:
    'Makes an entity. Its code is checked by its type, and a number kept as E.164. One without a customer is made by administrators.',
  body: z.strictObject({
    ...entityFields,
    type: EntityType,
    code: EntityCode,
    /** Left out: none for administrators, for anybody else their own customer. */
    customerId: Guid.nullish(),
    parentId: entityFields.parentId.default(null),
    attributes: entityFields.attributes.default({}),
    isActive: entityFields.isActive.default(true),
  }),
  response: Entity,
  status: 201,
  effect: 'change',
})

export const updateEntity = endpoint({
  method: 'PUT',
  path: '/api/reportingentity/entity',
  summary:
    'Changes the entity of that id. Type, code and customer stay as they are, for calls name it by them; attributes are replaced as a whole.',
  body: z.strictObject({
    id: Guid,
    ...z.object(entityFields).partial().shape,
    /** When given, what it is. */
    type: EntityType.optional(),
    code: EntityCode.optional(),
    customerId: Guid.nullish(),
    revision: z.int().optional(),
  }),
  response: Entity,
  effect: 'change',
})

export const entityImportRowLimit = 50_000
export const entityImportBytesLimit = 10 << 20

export const entityImportActions = ['create', 'update', 'unchanged', 'rejected'] as const

export const EntityImportRow = z.strictObject({
  /** Of the file; its first one is 1. */
  line: z.int(),
  action: z.enum(entityImportActions),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  /** Why it is rejected, or which fields an update changes. */
  reason: z.string().optional(),
})
export type EntityImportRow = z.infer<typeof EntityImportRow>

export const EntityImportResult = z.strictObject({
  isPreview: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** In the order of the file. */
  rows: z.array(EntityImportRow),
})
export type EntityImportResult = z.infer<typeof EntityImportResult>

const EntityImport = z.strictObject({
  /** Of rows that have no type of their own. */
  type: EntityType.optional(),
  /** Of rows that name no customer; the sender's own unless given. */
  customerId: Guid.optional(),
  csv: z.string().max(entityImportBytesLimit),
  /** Tells what would happen, and changes nothing. */
  isPreview: z.boolean().default(false),
})

export const importEntities = endpoint({
  method: 'POST',
  path: `/api/reportingentity/entity/import`,
  summary:
    'Makes and changes entities from a CSV file (UTF-8; comma, semicolon or tab; up to 10 MB and 50,000 rows) with the columns code, name and, where wanted, type, customer code, parent code, active and attribute:NAME. Rows that cannot be taken are told and left out; the others are done in one transaction. A file sent as text/csv has type, customer and preview in the query.',
  query: z.strictObject({
    type: EntityType.optional(),
    customerid: Guid.optional(),
    preview: QueryFlag.default(false),
  }),
  body: z.union([EntityImport, z.instanceof(Uint8Array)]),
  consumes: ['application/json', 'text/csv'],
  response: EntityImportResult,
  effect: 'change',
})
