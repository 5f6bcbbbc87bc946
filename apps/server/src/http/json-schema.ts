import { z } from 'zod'

/** As much of a JSON schema as is read here; the rest is passed on. */
const JsonSchema = z.looseObject({
  title: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), JsonSchema).optional()
  },
  get items() {
    return JsonSchema.optional()
  },
  get anyOf() {
    return z.array(JsonSchema).optional()
  },
})
export type JsonSchema = z.infer<typeof JsonSchema>

/** The JSON schema of what a request sends, or an answer has. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: made }) => {
      removeSafeBounds(made)
      renameExample(made)
    },
  })
  return JsonSchema.parse(rest)
}

/** Zod bounds every integer by what JavaScript counts exactly, which says nothing about the field. */
function removeSafeBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** To the word of JSON Schema, under which Zod drops it where a value is transformed. */
function renameExample(schema: z.core.JSONSchema.BaseSchema): void {
  const { example } = schema
  if (example === undefined) return
  delete schema['example']
  schema.examples = [example]
}

/**
 * A value of the schema: its own example, or one made of those of its parts; undefined when one of these has none.
 * Optional parts without any are left out: of their choices the first says nothing.
 */
export function findExample(schema: JsonSchema, isRequired = true): unknown {
  const { examples, enum: values, anyOf, items, properties } = schema
  if (examples !== undefined) return examples[0]
  if (schema.default !== undefined) return schema.default
  if (values !== undefined) return isRequired ? values[0] : undefined
  if (anyOf !== undefined)
    return anyOf.map((one) => findExample(one, isRequired)).find((value) => value !== undefined)
  if (items !== undefined) return listOf(findExample(items, isRequired))
  return properties === undefined ? undefined : objectExample(schema, isRequired)
}

function listOf(value: unknown): unknown[] | undefined {
  return value === undefined ? undefined : [value]
}

function objectExample({ properties = {}, required = [] }: JsonSchema, isRequired: boolean): unknown {
  const given = new Map<string, unknown>()
  for (const [name, of] of Object.entries(properties)) {
    const value = findExample(of, isRequired && required.includes(name))
    if (value !== undefined) given.set(name, value)
  }
  return required.every((name) => given.has(name)) ? Object.fromEntries(given) : undefined
}
