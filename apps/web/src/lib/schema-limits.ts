import { z } from 'zod'

/** What may be entered into a field, as its schema has it. */
export interface Limits {
  maxLength?: number
  min?: number
  max?: number
  isList?: true
}

const empty = [undefined, null, '', []]

/** Whether the schema takes nothing that stands for an empty field. */
export function isRequired(schema: z.core.$ZodType): boolean {
  return empty.every((value) => !z.safeParse(schema, value).success)
}

/** The limits of a text, a number or a list, below what says that it may be missing or changes it. */
export function limitsOf(schema: z.core.$ZodType): Limits {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return limitsOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return limitsOf(schema.in)
  if (schema instanceof z.ZodString) return schema.maxLength === null ? {} : { maxLength: schema.maxLength }
  if (schema instanceof z.ZodNumber) return rangeOf(schema)
  return schema instanceof z.ZodArray ? { isList: true } : {}
}

/** What bounds whole numbers in general is no limit. */
function rangeOf({ minValue, maxValue }: z.ZodNumber): Limits {
  return {
    ...(minValue !== null && minValue > Number.MIN_SAFE_INTEGER && { min: minValue }),
    ...(maxValue !== null && maxValue < Number.MAX_SAFE_INTEGER && { max: maxValue }),
  }
}
