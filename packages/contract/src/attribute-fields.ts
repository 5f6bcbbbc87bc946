import { z } from 'zod'
import type { AttributeChoice, AttributeType } from './attributes.ts'
import type { FieldDeclaration } from './field-declaration.ts'
import { textLimits } from './limits.ts'

/** How filters, dimensions and columns name an attribute of calls: by its id. */
export const AttributeField = z.templateLiteral(['attribute:', z.string().regex(/^[0-9a-f-]{36}$/)])
export type AttributeField = z.infer<typeof AttributeField>

export function attributeField(id: string): AttributeField {
  return `attribute:${id}`
}

export function isAttributeField(name: string): name is AttributeField {
  return AttributeField.safeParse(name).success
}

export function attributeIdOf(name: AttributeField): string {
  return name.slice('attribute:'.length)
}

interface DeclaredAttribute {
  /** The name of its customer with it, where calls of several are seen. */
  label: string
  customerName: string
  type: AttributeType
  choices: readonly AttributeChoice[]
}

/** An attribute as any field of a call is declared. */
export function declareAttribute({
  label,
  customerName,
  type,
  choices,
}: DeclaredAttribute): FieldDeclaration {
  return {
    kind: type,
    label,
    meaning: `An attribute of the calls of ${customerName}.`,
    uses: ['list', 'filter', 'group'],
    ...(type === 'choice' && {
      values: choices.map(({ value }) => value),
      valueLabels: Object.fromEntries(choices.map(({ value, label: name }) => [value, name])),
    }),
  }
}

/** As a source sends them, by key; null and an empty text are no value. What fits depends on the customer. */
export const SentAttributes = z
  .record(
    z.string(),
    z.union([z.string().max(textLimits.callAttribute), z.number(), z.null()], {
      error: `is no text of at most ${textLimits.callAttribute} characters and no number`,
    }),
  )
  .meta({
    title: 'Attributes',
    description: 'Values of the attributes that the customer has declared, by their keys.',
  })

/** As a call is read: those that have a value and are active, by key. */
export const ReadAttributes = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .meta({ title: 'Attributes', description: 'Values of the customer’s attributes, by their keys.' })
export type ReadAttributes = z.infer<typeof ReadAttributes>
