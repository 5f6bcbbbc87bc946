import { z } from 'zod'
import { Seconds } from './call-parts.ts'
import {
  type FieldDeclaration,
  type FieldKind,
  type FieldTable,
  isNullable,
  type Sent,
} from './field-declaration.ts'
import { Currency, DecimalOrNumber, Guid, Instant, InstantWithOffset } from './scalars.ts'

interface KindValues {
  text: string
  phone: string
  entity: string
  code: string
  choice: string
  currency: string
  uuid: string
  integer: number
  duration: number
  number: number
  amount: string
  boolean: boolean
  instant: string
  tags: string[]
  list: unknown[]
}

type ValueOf<Field extends FieldDeclaration> = Field extends { values: readonly (infer Value)[] }
  ? Value
  : Field extends { item: z.ZodType<infer Item> }
    ? Item[]
    : KindValues[Field['kind']]

type Schema<Value> = z.ZodType<Value, Value>

type ReadSchema<Field extends FieldDeclaration> = Field extends { isKnown: true } | { kind: 'tags' | 'list' }
  ? Schema<ValueOf<Field>>
  : Schema<ValueOf<Field> | null>

type SentValue<Field extends FieldDeclaration> = Field extends { sent: { alsoInWords: true } }
  ? ValueOf<Field> | string
  : ValueOf<Field>

type SentSchema<Field extends FieldDeclaration> = Field extends { sent: { presence: 'required' } }
  ? Schema<SentValue<Field>>
  : Field extends { sent: { presence: 'optional' } }
    ? z.ZodOptional<Schema<SentValue<Field>>>
    : z.ZodOptional<Schema<SentValue<Field> | null>>

type ReadShape<Table extends FieldTable> = {
  [
    Name in keyof Table as Table[Name] extends { only: 'sent' | 'asked' | 'searched' } ? never : Name
  ]: ReadSchema<Table[Name]>
}

type SentShape<Table extends FieldTable> = {
  [Name in keyof Table as Table[Name] extends { sent: Sent } ? Name : never]: SentSchema<Table[Name]>
}

/** The schemas of a call as it is sent and as it is read. */
export function buildCallSchemas<const Table extends FieldTable>(table: Table) {
  const sent: Record<string, z.ZodType> = {}
  const read: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(table)) {
    const words = {
      title: field.label,
      description: field.meaning,
      ...(field.example === undefined ? {} : { example: field.example }),
    }
    if (field.sent !== undefined) sent[name] = sentSchema(field, field.sent).meta(words)
    if (field.only === undefined || field.only === 'read') read[name] = readSchema(field).meta(words)
  }
  return {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler does not follow a table through a loop
    CallInput: z.strictObject(sent as SentShape<Table>),
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the compiler does not follow a table through a loop
    Call: z.strictObject(read as ReadShape<Table>),
  }
}

const wordsLength = 200

function sentSchema(field: FieldDeclaration, sent: Sent): z.ZodType {
  const own = sentSchemas[field.kind](field, sent)
  const value = sent.alsoInWords === true ? z.union([own, z.string().max(wordsLength)]) : own
  if (sent.presence === 'required') return value
  return sent.presence === 'optional' ? value.optional() : value.nullish()
}

const sentText = (_: FieldDeclaration, sent: Sent) => z.string().check(...lengthChecks(sent))

const sentSchemas = {
  text: sentText,
  phone: sentText,
  entity: sentText,
  code: sentText,
  choice: choiceSchema,
  currency: () => Currency,
  uuid: () => Guid,
  integer: (_, sent) => z.int().check(...rangeChecks(sent)),
  duration: () => Seconds,
  number: (_, sent) => z.number().check(...rangeChecks(sent)),
  amount: () => DecimalOrNumber,
  boolean: () => z.boolean(),
  instant: () => InstantWithOffset,
  tags: (_, sent) => z.array(z.string().min(1).max(100)).check(...lengthChecks(sent)),
  list: (field, sent) => listSchema(field).check(...lengthChecks(sent)),
} as const satisfies Record<FieldKind, (field: FieldDeclaration, sent: Sent) => z.ZodType>

function lengthChecks({ min, max }: Sent) {
  return [...(min === undefined ? [] : [z.minLength(min)]), ...(max === undefined ? [] : [z.maxLength(max)])]
}

function rangeChecks({ min, max }: Sent) {
  return [...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)])]
}

function readSchema(field: FieldDeclaration): z.ZodType {
  const value = readSchemas[field.kind](field)
  return isNullable(field) ? value.nullable() : value
}

const readText = () => z.string()

const readSchemas = {
  text: readText,
  phone: readText,
  entity: readText,
  code: readText,
  choice: choiceSchema,
  currency: readText,
  uuid: () => Guid,
  integer: () => z.int(),
  duration: () => z.int(),
  number: () => z.number(),
  amount: readText,
  boolean: () => z.boolean(),
  instant: () => Instant,
  tags: () => z.array(z.string()),
  list: listSchema,
} as const satisfies Record<FieldKind, (field: FieldDeclaration) => z.ZodType>

function choiceSchema({ values = [] }: FieldDeclaration) {
  return z.enum(values)
}

function listSchema({ item = z.unknown() }: FieldDeclaration) {
  return z.array(item)
}
