import type { RowProblem } from '@callboard/contract/mappings'
import type { RejectedLine } from './adapter.ts'

const shownCharacters = 60

/** As the quarantine shows what was sent: as JSON, and cut short. */
export function shownText(text: string): string {
  return JSON.stringify(cutShort(text))
}

export function cutShort(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** Why a row with these problems is rejected. Its value is that of the first of them. */
export function reasonOf(
  problems: readonly RowProblem[],
): Pick<RejectedLine, 'code' | 'description' | 'value'> {
  const [first] = problems
  return {
    code: first?.code ?? 'invalid',
    description: problems.map(({ description }) => description).join(' '),
    value: typeof first?.value === 'string' ? shownText(first.value) : undefined,
  }
}
