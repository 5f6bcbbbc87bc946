import type { ErrorItem } from '@callboard/contract/errors'
import type { z } from 'zod'

/** Of an issue of one field, the sentence that is told; undefined where the usual one is. */
type IssueWords = (issue: z.core.$ZodIssue) => string | undefined

/** The errors that zod found, in the contract's terms. */
export function itemsOfZodError(error: z.ZodError, words: IssueWords = () => undefined): ErrorItem[] {
  return error.issues.flatMap(clearestIssues).flatMap((issue): ErrorItem[] => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        code: 'unknownField',
        description: `Unknown field ${key}.`,
        field: [...path, key].join('.'),
      }))
    }
    const field = path.join('.')
    const subject = field === '' ? 'The request' : field
    const description = words(issue) ?? `${subject}: ${issue.message}.`
    return [{ code: 'invalid', description, ...(field === '' ? {} : { field }) }]
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
