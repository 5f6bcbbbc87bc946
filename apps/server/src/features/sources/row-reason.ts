import type { RowProblem } from '@callboard/contract/mappings'
import { shownValue } from '../../lib/shown-value.ts'
import type { RejectedLine } from './adapter.ts'

/** Why a row with these problems is rejected. Its value is that of the first of them. */
export function reasonOf(
  problems: readonly RowProblem[],
): Pick<RejectedLine, 'code' | 'description' | 'value'> {
  const [first] = problems
  return {
    code: first?.code ?? 'invalid',
    description: problems.map(({ description }) => description).join(' '),
    value: shownValue(first?.value ?? undefined),
  }
}
