import { z } from 'zod'
import { AttributeKey } from './attribute-key.ts'
import { Attribute, AttributeChoices, attributeTypes, maxAttributes } from './attributes.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { nameOf } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid } from './scalars.ts'

const attributeFields = {
  name: withExample(nameOf(textLimits.attributeName), 'Treatment'),
  choices: withExample(AttributeChoices, [
    { value: 'implant', label: 'Implant' },
    { value: 'checkup', label: 'Check-up' },
  ]),
  isActive: z.boolean(),
}

export const attributeSorts = ['name', 'key', 'customerName', 'type'] as const

const { remove: _, ...endpoints } = recordEndpoints('attribute', {
  record: Attribute,
  search: searchBodyOf(attributeSorts, { customerId: Guid.optional() }),
  fields: attributeFields,
  ofNew: {
    customerId: idOf('customer'),
    key: withExample(AttributeKey, 'treatment'),
    type: withExample(z.enum(attributeTypes), 'choice'),
    choices: attributeFields.choices.default([]),
    isActive: attributeFields.isActive.default(true),
  },
  example: { name: 'Treatment asked for' },
  summaries: {
    search: 'Attributes of calls by keyword; active ones only unless asked otherwise.',
    create: `Creates an attribute of a customer’s calls, which has at most ${maxAttributes}. Its key and type stay as they are.`,
    update: 'Changes the name or the choices of an attribute, or makes it inactive. Calls keep their values.',
  },
})

/** An attribute is not deleted: it is made inactive. */
export const attributeEndpoints = endpoints

export const {
  search: searchAttributes,
  create: createAttribute,
  get: getAttribute,
  update: updateAttribute,
} = attributeEndpoints
