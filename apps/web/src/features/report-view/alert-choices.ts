import { writeFigure } from '@callboard/contract/figure-words'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useAlertUrl } from '#web/lib/urls/alert-url.ts'

export interface AlertChoice {
  key: string
  /** What the alert would be on, with what it is now. */
  words: string
  href: string
}

/**
 * New alerts on the figures of all calls of a report; none for who has no alerts, and for figures that have none. The
 * groups are those of the run.
 */
export function useAlertChoices(
  answer: RunReportAnswer | undefined,
  entityGroups: readonly string[],
): AlertChoice[] {
  const urlOf = useAlertUrl()
  if (answer === undefined) return []
  const { columns, meta, totals, rows } = answer
  const hasRows = columns.some(({ role }) => role === 'dimension')
  const cells = totals ?? (hasRows ? undefined : rows[0])
  return columns.flatMap((column, index) => {
    const { name, label, measure, view = 'figure', pivot } = column
    if (measure === undefined || view !== 'figure' || pivot !== undefined) return []
    const cell = cells?.[index] ?? null
    const href = urlOf?.({ measure, figure: typeof cell === 'number' ? cell : null, meta, entityGroups })
    if (href === undefined) return []
    const now = cell === null ? '' : ` (${writeFigure(cell, column)})`
    return [{ key: name, words: label + now, href }]
  })
}
