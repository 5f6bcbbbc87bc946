import { z } from 'zod'
import { textLimits } from './limits.ts'

/** By which sources name an attribute of a customer’s own. */
export const AttributeKey = z
  .string()
  .max(textLimits.attributeKey)
  .regex(/^[a-z][a-zA-Z0-9_]*$/, 'begins with a small letter and has letters, digits and underscores only')
