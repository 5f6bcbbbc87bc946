import type { Period } from '@callboard/contract/period'
import type { ParameterValue } from '@callboard/contract/reports'
import type { DeliveredReport } from '../reports/running/delivered-report.ts'

interface OpenedLink {
  publicUrl: string
  report: Pick<DeliveredReport, 'saved' | 'isFound' | 'run'>
  /** ISO instants. */
  period: { from: string; to: string }
}

/**
 * Where the figures of a mail are opened: of the saved report, or where that is not found of its report with the values. The
 * period is that of the mail, compared as it was there, and its days are those of the mail's zone.
 */
export function buildReportLink({ publicUrl, report, period }: OpenedLink): string {
  const { saved, isFound, run } = report
  const { choices, terms } = run.input
  const search = new URLSearchParams({ ...periodParams(choices.period, period), zone: terms.timeZone })
  if (!isFound) for (const [name, value] of Object.entries(saved.parameters)) add(search, name, value)
  const path = isFound ? `/reports/saved/${saved.id}` : `/reports/${saved.reportId}`
  return `${publicUrl}${path}?${search.toString()}`
}

function periodParams(asked: Period, resolved: OpenedLink['period']): Record<string, string> {
  if ('relative' in asked) return { ...resolved, was: asked.relative }
  const { from, to, was } = asked
  return { from, to, ...(was !== undefined && { was }) }
}

/** As the page of the report writes it into its address. */
function add(search: URLSearchParams, name: string, value: ParameterValue): void {
  if (name === 'dateRange') return
  if (name === 'compare') search.set(name, value === null ? 'none' : textOf(value))
  else if (name === 'matchWeekdays') search.set('weekdays', value === true ? 'match' : 'any')
  else for (const one of Array.isArray(value) ? value : [value]) search.append(name, textOf(one))
}

function textOf(value: ParameterValue): string {
  if (value === null) return '~null'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.startsWith('~') ? `~${text}` : text
}
