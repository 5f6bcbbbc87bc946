import type { ErrorItem } from '@callboard/contract/errors'
import type { z } from 'zod'

/** The errors that zod found, in the contract's terms. `at` is the path of the value that was parsed. */
export function itemsOfZodError(error: z.ZodError, at?: string): ErrorItem[] {
  return error.issues.flatMap(clearestIssues).flatMap((issue): ErrorItem[] => {
    const path = [...(at === undefined ? [] : [at]), ...issue.path.map(String)]
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        code: 'unknownField',
        description: `Unknown field ${key}.`,
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
 * Of a union, the issues of the member that was most likely meant: the one whose issues lie deepest, and of those the one
 * with the fewest. A union with a message of its own keeps it.
 */
function clearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== zodsOwnMessage) return [issue]
  const members = issue.errors.map((issues) =>
    issues.flatMap(clearestIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  const [likely = []] = members.toSorted(
    (one, other) => depth(other) - depth(one) || one.length - other.length,
  )
  return likely.length === 0 ? [issue] : likely
}

const zodsOwnMessage = 'Invalid input'
