import type { ErrorItem } from '@callboard/contract/errors'
import type { z } from 'zod'

/** The faults that zod found, in the contract's words. `at` is put before each field. */
export function itemsOfZodError(error: z.ZodError, at?: string): ErrorItem[] {
  return error.issues.flatMap((issue): ErrorItem[] => {
    const path = [...(at === undefined ? [] : [at]), ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        code: 'unknownField',
        description: `There is no field ${key} here.`,
        field: [...path, key].join('.'),
      }))
    }
    const field = path.join('.')
    const subject = field === '' ? 'The request' : field
    return [
      { code: 'invalid', description: `${subject}: ${issue.message}.`, ...(field === '' ? {} : { field }) },
    ]
  })
}
