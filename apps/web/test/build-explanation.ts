import type { ChangeExplanation } from '@callboard/contract/change-explanation'

const instant = '2026-11-01T00:00:00.000Z'

/** Why a figure changed, of which the changes say what. */
export function buildExplanation(changes: Omit<ChangeExplanation, 'labels' | 'meta'>): ChangeExplanation {
  return {
    labels: {},
    meta: {
      reportId: null,
      reportName: 'Calls',
      from: instant,
      to: instant,
      earlier: { from: instant, to: instant, matchWeekdays: false },
      timeZone: 'UTC',
      filters: [],
      answerWithinSeconds: 20,
      generatedAt: instant,
      elapsedMs: 1,
    },
    ...changes,
  }
}
