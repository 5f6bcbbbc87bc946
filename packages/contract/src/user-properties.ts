import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { isStorable } from './scalars.ts'

export const maxProperties = 100

const PropertyName = z
  .string()
  .min(1, 'is missing')
  .max(textLimits.propertyName)
  .refine((name) => name === name.trim() && !/\p{C}/u.test(name), 'is not a valid property name')

const PropertyValue = z
  .string()
  .max(textLimits.propertyValue)
  .refine(isStorable, 'contains an invalid character')

const Properties = z.record(z.string(), z.string())

export const getUserProperties = endpoint({
  method: 'GET',
  path: '/api/user/{id}/properties',
  summary: "A user's properties by name: one's own, or anybody's for admins.",
  params: z.strictObject({ id: idOf('user') }),
  response: Properties,
})

export const updateUserProperties = endpoint({
  method: 'POST',
  path: '/api/user/{id}/properties',
  summary: 'Replaces the given properties and keeps the others; null removes one.',
  params: z.strictObject({ id: idOf('user') }),
  body: withExample(z.record(PropertyName, PropertyValue.nullable()), { desk: '4', floor: null }),
  response: Properties,
})
