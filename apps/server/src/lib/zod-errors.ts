import type { ErrorItem } from '@callboard/contract/errors'
import { findField } from '@callboard/contract/field-names'
import { capitalised } from '@callboard/contract/format-names'
import { fitsNothing } from '@callboard/contract/issue-words'
import { wordsOfName } from '@callboard/contract/record-fields'
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
    const description = words(issue) ?? `${subjectOf(path)} ${issue.message}.`
    return [{ code: 'invalid', description, ...(field === '' ? {} : { field }) }]
  })
}

/** Fields whose names say little in a sentence. */
const sentenceNames: Readonly<Record<string, string>> = { url: 'address', op: 'operator', csv: 'CSV file' }

/** What a field is called in a sentence: `assignments.0.monthlyCost` is `Monthly cost of item 1`. */
export function subjectOf(path: readonly string[]): string {
  const at = path.findLastIndex((part) => /^\d+$/.test(part))
  const [name, place] = [path.at(-1), `item ${Number(path[at]) + 1}`]
  if (name === undefined) return 'The request'
  if (at === path.length - 1) return `${capitalised(place)} of ${nameOf(path[at - 1] ?? 'the list')}`
  const label = findField(name)?.label ?? capitalised(nameOf(name))
  return at === -1 ? label : `${label} of ${place}`
}

function nameOf(field: string): string {
  return sentenceNames[field] ?? wordsOfName(field)
}

/**
 * Of a union, the issues of the member that was most likely meant: the one whose issues lie deepest, and of those the one
 * with the fewest. A union with a message of its own keeps it.
 */
function clearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== fitsNothing) return [issue]
  const members = issue.errors.map((issues) =>
    issues.flatMap(clearestIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  const [likely = []] = members.toSorted(
    (one, other) => depth(other) - depth(one) || one.length - other.length,
  )
  return likely.length === 0 ? [issue] : likely
}
