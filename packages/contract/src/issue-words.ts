import { z } from 'zod'
import { formatCounted, formatPrecise } from './format.ts'
import { joinWithOr } from './format-names.ts'

/** Of a value that is none of several things, where nothing more can be said. */
export const fitsNothing = 'is not valid'

const typeWords: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
}

const formatWords: Readonly<Record<string, string>> = {
  datetime: 'must be a time such as 2026-11-02T15:04:05Z',
  date: 'must be a day such as 2026-11-02',
  guid: 'must be an id such as 0193f0a0-0000-7000-8000-00000000000c',
  uuid: 'must be an id such as 0193f0a0-0000-7000-8000-00000000000c',
  email: 'is not a valid email address',
  url: 'must be a URL such as https://www.example.com',
}

/** What is wrong with a value, as the rest of a sentence that begins with its name: `must have at least 1 item`. */
function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return typeWords[issue.expected] ?? fitsNothing
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_format':
      return formatWords[issue.format] ?? 'is not in the expected format'
    case 'too_small':
      return limitWords(issue, { bound: 'at least', beyond: 'more than', limit: issue.minimum })
    case 'too_big':
      return limitWords(issue, { bound: 'at most', beyond: 'less than', limit: issue.maximum })
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have ${joinWithOr(issue.keys)}`
    case 'invalid_union':
      return Array.isArray(issue['options']) ? oneOf(issue['options']) : fitsNothing
    case 'invalid_key':
      return `is not a valid name: it ${issue.issues[0]?.message ?? fitsNothing}`
    case 'invalid_element':
    case 'custom':
      return fitsNothing
  }
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 1 ? '' : 'one of '}${joinWithOr(values.map(String))}`
}

interface Limit {
  bound: string
  beyond: string
  limit: number | bigint
}

function limitWords(
  { origin, inclusive = true, exact = false }: { origin: string; inclusive?: boolean; exact?: boolean },
  { bound, beyond, limit: given }: Limit,
): string {
  const limit = Number(given)
  const how = exact ? 'exactly' : inclusive ? bound : beyond
  if (origin === 'string') return `must have ${how} ${formatCounted(limit, 'character')}`
  if (origin === 'array' || origin === 'set' || origin === 'map' || origin === 'record')
    return `must have ${how} ${formatCounted(limit, 'item')}`
  return `must be ${how} ${formatPrecise(limit)}`
}

// What a schema does not word itself is worded here for all of them, in place of the notes that zod writes for programmers.
z.config({ customError: issueWords })
