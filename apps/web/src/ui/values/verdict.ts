/** What a change means for a figure. */
export type Verdict = 'better' | 'worse' | 'neutral'

/** For those who hear it. */
export const verdictWords = { better: ', better', worse: ', worse', neutral: '' } as const satisfies Record<
  Verdict,
  string
>

/** Of a figure of which more is better, or less, or neither (null). */
export function verdictOf(
  direction: 'up' | 'down' | 'same',
  moreIsBetter: boolean | null | undefined,
): Verdict {
  if (direction === 'same' || moreIsBetter === null || moreIsBetter === undefined) return 'neutral'
  return (direction === 'up') === moreIsBetter ? 'better' : 'worse'
}
