import type { ErrorItem } from '@callboard/contract/errors'
import type { z } from 'zod'

/** The faults that zod found, in the contract's words. `at` is put before each field. */
export function itemsOfZodError(error: z.ZodError, at?: string): ErrorItem[] {
  return error.issues.flatMap(clearest).flatMap((issue): ErrorItem[] => {
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

/**
 * Of several forms that a value may have, what is wrong by the one it was most likely meant in: the one that was read
 * deepest, and there with the fewest faults. A form that says itself what it wants is told as it is.
 */
function clearest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== unsaid) return [issue]
  const forms = issue.errors.map((faults) =>
    faults.flatMap(clearest).map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })),
  )
  const depth = (faults: readonly z.core.$ZodIssue[]) => Math.max(0, ...faults.map(({ path }) => path.length))
  const [likely = []] = forms.toSorted((one, other) => depth(other) - depth(one) || one.length - other.length)
  return likely.length === 0 ? [issue] : likely
}

const unsaid = 'Invalid input'
