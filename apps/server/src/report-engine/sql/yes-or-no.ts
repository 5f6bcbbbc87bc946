import type { Filter } from '@callboard/contract/calls'
import { AppError } from '../../lib/app-error.ts'

/** What a filter on a field that is worked out asks for. Throws `invalid` unless that is yes or no. */
export function isYesWanted({ field, op, values }: Filter): boolean {
  const [value, another] = values
  const isPlain = (op === 'eq' || op === 'in') && another === undefined
  if (isPlain && (value === true || value === 'true')) return true
  if (isPlain && (value === false || value === 'false')) return false
  throw new AppError('invalid', `The filter on ${field} (${op}) takes either true or false.`, { field })
}
