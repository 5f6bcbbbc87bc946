import type { RowProblem } from '@callboard/contract/mappings'

const quotedCharacters = 60

/** A value in a sentence, shortened. */
export function quoted(text: string): string {
  return `“${text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text}”`
}

/** `The column “Start” has “31.02.2026”, which is …` */
export function valueProblem(
  field: string,
  { text, column }: { text: string; column: string | null },
  { code, what }: { code: string; what: string },
): RowProblem {
  const subject =
    column === null ? `The value ${quoted(text)}` : `The column ${quoted(column)} has ${quoted(text)}, which`
  return { code, description: `${subject} ${what}.`, field, column }
}
