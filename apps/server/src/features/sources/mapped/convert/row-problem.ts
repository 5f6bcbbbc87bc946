import { findField } from '@callboard/contract/field-names'
import type { RowProblem } from '@callboard/contract/mappings'

const shownCharacters = 60

/** The name of a column or a format in a sentence, shortened. */
export function quoted(text: string): string {
  return `“${cutShort(text)}”`
}

export function cutShort(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** `The value of “Start” is no …`, and that value. */
export function valueProblem(
  field: string,
  { text, column }: { text: string; column: string | null },
  { code, what }: { code: string; what: string },
): RowProblem {
  const subject = column === null ? 'The value' : `The value of ${quoted(column)}`
  const value = findField(field)?.sent?.mayBeSecret === true ? null : cutShort(text)
  return { code, description: `${subject} ${what}.`, value, field, column }
}
