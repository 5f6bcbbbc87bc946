import { formatCounted } from '@callboard/contract/format'
import { joinWithOr } from '@callboard/contract/format-names'
import type { z } from 'zod'
import { shownValue, withShownValue } from '../../../lib/shown-value.ts'

type Issue = z.core.$ZodIssue

const anExample = {
  time: '2026-11-02T15:04:05Z',
  id: '0193f0a0-0000-7000-8000-00000000000c',
} as const

/** What a type is called by whoever fills a table. */
const typeWords: Readonly<Record<string, string>> = {
  string: 'must be a text in quotation marks',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
}

/**
 * What is wrong with a field of a row, in a sentence that names no value, so that all rows with the same mistake have the same
 * reason. Undefined for an issue that is worded in the contract.
 */
export function wordsOfIssue(issue: Issue, row: unknown): string | undefined {
  // Without places in a list: the same mistake in another one is the same reason.
  const name = issue.path
    .filter((key) => typeof key !== 'number')
    .map(String)
    .join('.')
  if (name === '') return 'The row must be a call: an object in JSON.'
  if (valueAt(row, issue.path) === undefined && issue.code !== 'custom') return `${name} is missing.`
  const words = ruleOf(issue)
  return words === undefined ? undefined : `${name} ${words}.`
}

/** The same with what the row has instead, for whoever looks at one row. */
export function wordsWithValue(issue: Issue, row: unknown): string | undefined {
  const words = wordsOfIssue(issue, row)
  return words === undefined ? undefined : withShownValue(words, shownValue(valueAt(row, issue.path)))
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

function ruleOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? `must be ${issue.expected}`
    case 'invalid_value':
      return `must be one of ${joinWithOr(issue.values.map(String))}`
    case 'invalid_format':
      return formatWords(issue)
    case 'too_small':
    case 'too_big':
      return limitWords(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return undefined
  }
}

function formatWords({ format, message }: Extract<Issue, { code: 'invalid_format' }>): string {
  if (format === 'datetime') return `must be a time such as ${anExample.time}`
  if (format === 'guid' || format === 'uuid') return `must be an id such as ${anExample.id}`
  // The contract words a pattern of its own as what a value is not.
  return message.startsWith('is ') || message.startsWith('must ') ? message : 'is not written as it has to be'
}

function limitWords(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
  const bound = issue.code === 'too_small' ? 'at least' : 'at most'
  if (issue.origin === 'string')
    return `must have ${bound} ${formatCounted(limit, 'character', 'characters')}`
  if (issue.origin === 'array') return `must have ${bound} ${formatCounted(limit, 'entry', 'entries')}`
  return `must be ${bound} ${limit}`
}
