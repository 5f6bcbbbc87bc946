import { z } from 'zod'
import { entityTypes } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { formatCount } from './format.ts'
import { textLimits } from './limits.ts'
import { nameOf } from './names.ts'
import { pageOf, QueryFlag, searchBodyOf } from './paging.ts'
import { Guid } from './scalars.ts'

const EntityType = withExample(z.enum(entityTypes), 'location')

/** Something that calls refer to by its code: a location, a tracking number, a county. */
export const Entity = z.strictObject({
  id: Guid,
  type: EntityType,
  /** As calls carry it; unique within type and customer. */
  code: z.string(),
  name: z.string(),
  /** Null: of no customer in particular, such as a state. */
  customerId: Guid.nullable(),
  customerName: z.string().nullable(),
  parentId: Guid.nullable(),
  /** Null also when the caller may not see the parent. */
  parentName: z.string().nullable(),
  parentType: EntityType.nullable(),
  attributes: z.record(z.string(), z.string()),
  /** Whose code calls get in the place of this one’s. */
  mergedIntoId: Guid.nullable(),
  /** Null also when the caller may not see it. */
  mergedIntoName: z.string().nullable(),
  isActive: z.boolean(),
  revision: z.int(),
})
export type Entity = z.infer<typeof Entity>

export const entityAttributeLimit = 50

/** Any that a call may carry, on one line. */
export const EntityCode = withExample(
  z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(textLimits.entityCode)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'contains characters that cannot be printed'),
  'clark-street',
)
export const EntityName = withExample(nameOf(textLimits.entityName), 'Clark Street')
export const AttributeName = nameOf(textLimits.attributeName)
/** May have several lines, as cells of a spreadsheet do. */
export const AttributeValue = z
  .string()
  .trim()
  .max(textLimits.attributeValue)
  .regex(/^[\n\P{Cc}]*$/u, 'contains characters that cannot be printed')

const entityFields = {
  name: EntityName,
  parentId: Guid.nullable(),
  attributes: z
    .record(AttributeName, AttributeValue)
    .refine((pairs) => Object.keys(pairs).length <= entityAttributeLimit, {
      error: `must have at most ${entityAttributeLimit} pairs`,
    }),
  isActive: z.boolean(),
}

export const entitySorts = ['name', 'code'] as const

export const searchEntities = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity/search',
  summary:
    'Entities of the types that the caller may view, of their customers and of none in particular. Entity groups narrow them further.',
  body: searchBodyOf(entitySorts, {
    /** One type or several; unless given, all that the caller may view. */
    type: z.union([EntityType, z.array(EntityType).min(1).max(entityTypes.length)]).optional(),
    /** Null: entities without a customer. */
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
})

export const getEntity = endpoint({
  method: 'GET',
  path: '/api/reportingentity/entity/{id}',
  summary: 'An entity.',
  params: z.strictObject({ id: idOf('entity') }),
  response: Entity,
})

export const createEntity = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity',
  summary:
    'Creates an entity. Its code is checked by its type, and a number is kept as E.164. Only administrators create entities without a customer.',
  body: z.strictObject({
    ...entityFields,
    type: EntityType,
    code: EntityCode,
    /** If left out: none for administrators, for anybody else their own customer. */
    customerId: Guid.nullish(),
    parentId: entityFields.parentId.default(null),
    attributes: entityFields.attributes.default({}),
    isActive: entityFields.isActive.default(true),
  }),
  response: Entity,
  status: 201,
})

export const updateEntity = endpoint({
  method: 'PUT',
  path: '/api/reportingentity/entity',
  summary:
    'Updates an entity. Type, code and customer cannot change, because calls refer to it by them; attributes are replaced as a whole.',
  body: withExample(
    z.strictObject({
      id: idOf('entity'),
      ...z.object(entityFields).partial().shape,
      /** Type, code and customer have to be the current ones if given. */
      type: EntityType.optional(),
      code: EntityCode.optional(),
      customerId: Guid.nullish(),
      revision: z.int().optional(),
    }),
    { id: exampleIds.entity, name: 'Clark Street and Diversey', attributes: { phone: '+13125550144' } },
  ),
  response: Entity,
})

export const entityImportRowLimit = 50_000
export const entityImportBytesLimit = 10 << 20
export const entityImportRule = `up to ${entityImportBytesLimit >> 20} MB and ${formatCount(entityImportRowLimit)} rows`

export const entityImportActions = ['create', 'update', 'unchanged', 'rejected'] as const

export const EntityImportRow = z.strictObject({
  /** On which the row begins; the first line of the file is 1. */
  line: z.int(),
  action: z.enum(entityImportActions),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  /** Why the row is rejected, or which fields it changes. */
  reason: z.string().optional(),
  /** Why a row that creates an entity may be meant for another one: its code is known at another customer, or at none. */
  warning: z.string().optional(),
})
export type EntityImportRow = z.infer<typeof EntityImportRow>

export const EntityImportResult = z.strictObject({
  isPreview: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** Of the created ones: those with a warning. */
  warned: z.int(),
  /** In the order of the file. */
  rows: z.array(EntityImportRow),
})
export type EntityImportResult = z.infer<typeof EntityImportResult>

const exampleCsv = 'type,code,name,attribute:phone\nlocation,lake-view,Lake View,+13125550143\n'

export const EntityImport = z.strictObject({
  /** For rows without a type. */
  type: EntityType.optional(),
  /** For rows without a customer; the sender's own unless given. */
  customerId: Guid.optional(),
  csv: withExample(z.string().max(entityImportBytesLimit), exampleCsv),
  /** Reports what would happen and changes nothing. */
  isPreview: z.boolean().default(false),
})
export type EntityImport = z.infer<typeof EntityImport>

export const importEntities = endpoint({
  method: 'POST',
  path: '/api/reportingentity/entity/import',
  summary: `Creates and updates entities from a CSV file (UTF-8; comma, semicolon or tab; ${entityImportRule}) with the columns code and name and, optionally, type, customer code, parent code, active and attribute:NAME. A quoted cell may have several lines: an attribute keeps them, a name is joined with spaces. Rejected rows are reported and left out; the others are written in one transaction. For a file sent as text/csv, type, customer and preview are in the query.`,
  query: z.strictObject({
    type: EntityType.optional(),
    customerid: Guid.optional(),
    preview: QueryFlag.default(false),
  }),
  body: z.union([EntityImport, z.instanceof(Uint8Array)]),
  consumes: ['application/json', 'text/csv'],
  contents: {
    'application/json': EntityImport,
    'text/csv': withExample(z.string(), exampleCsv),
  },
  response: EntityImportResult,
})
