import type { RowProblem } from '@callboard/contract/mappings'
import { cutShort } from '../../row-reason.ts'

/** The name of a column or a format in a sentence, shortened. */
export function quoted(text: string): string {
  return `“${cutShort(text)}”`
}

/** `The value of “Start” is no …`, and that value. */
export function valueProblem(
  field: string,
  { text, column }: { text: string; column: string | null },
  { code, what }: { code: string; what: string },
): RowProblem {
  const subject = column === null ? 'The value' : `The value of ${quoted(column)}`
  // Keys that somebody dialled may be secret.
  const value = field === 'keysDialled' ? null : cutShort(text)
  return { code, description: `${subject} ${what}.`, value, field, column }
}
