import '@callboard/contract/issue-words'
import type { z } from 'zod'
import { shownValue, withShownValue } from '../../../lib/shown-value.ts'

type Issue = z.core.$ZodIssue

/** A text as whoever fills a table writes it. */
const textWords = 'must be a text in quotation marks'

/**
 * What is wrong with a field of a row, in a sentence that names no value, so that all rows with the same mistake have the same
 * reason.
 */
export function wordsOfIssue(issue: Issue, row: unknown): string {
  // Without places in a list: the same mistake in another one is the same reason.
  const name = issue.path
    .filter((key) => typeof key !== 'number')
    .map(String)
    .join('.')
  if (name === '') return 'The row must be a call: an object in JSON.'
  if (valueAt(row, issue.path) === undefined && issue.code !== 'custom') return `${name} is missing.`
  const words = issue.code === 'invalid_type' && issue.expected === 'string' ? textWords : issue.message
  return `${name} ${words}.`
}

/** The same with what the row has instead, for whoever looks at one row. */
export function wordsWithValue(issue: Issue, row: unknown): string {
  return withShownValue(wordsOfIssue(issue, row), shownValue(valueAt(row, issue.path)))
}

/** What a row has at the path of an issue. */
export function valueAt(row: unknown, path: readonly PropertyKey[]): unknown {
  let value = row
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.getOwnPropertyDescriptor(value, key)?.value
  }
  return value
}
