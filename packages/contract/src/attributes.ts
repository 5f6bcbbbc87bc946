import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textLimits } from './limits.ts'
import { nameOf } from './names.ts'
import { Guid } from './scalars.ts'

export const attributeTypes = ['text', 'number', 'choice'] as const
export type AttributeType = (typeof attributeTypes)[number]

export const attributeTypeLabels = {
  text: 'Text',
  number: 'Number',
  choice: 'Choice',
} as const satisfies Record<AttributeType, string>

/** Of a customer, inactive ones included. */
export const maxAttributes = 30
export const maxChoices = 200

/** A value that calls may have, and what it is called. */
const AttributeChoice = z.strictObject({
  value: nameOf(textLimits.attributeChoice),
  label: nameOf(textLimits.attributeChoice),
})
export type AttributeChoice = z.infer<typeof AttributeChoice>

/** A field of a customer's own that its calls have. */
export const Attribute = z.strictObject({
  id: Guid,
  customerId: Guid,
  customerName: z.string(),
  /** As sources name it. */
  key: z.string(),
  name: z.string(),
  type: z.enum(attributeTypes),
  /** Of the type `choice`: the values that are accepted, in the order of lists. */
  choices: z.array(AttributeChoice),
  /** An inactive one is not shown, and keeps the values of calls; sources may still send it. */
  isActive: z.boolean(),
  revision: z.int(),
})
export type Attribute = z.infer<typeof Attribute>

export const AttributeChoices = z
  .array(AttributeChoice)
  .max(maxChoices)
  .refine((choices) => new Set(choices.map(({ value }) => value)).size === choices.length, {
    error: 'has a value twice',
  })

/** What whoever sees the calls of its customer is told of an attribute. */
export const CallAttribute = Attribute.pick({
  id: true,
  customerId: true,
  customerName: true,
  key: true,
  name: true,
  type: true,
  choices: true,
}).extend({
  /** Its name, with that of its customer where the caller sees calls of several. */
  label: z.string(),
})
export type CallAttribute = z.infer<typeof CallAttribute>

export const listCallAttributes = endpoint({
  method: 'GET',
  path: '/api/reporting/attributes',
  summary:
    'The active attributes of the calls that the caller may see. As a filter, a dimension or a column, one is named `attribute:` and its id.',
  response: z.array(CallAttribute),
})
