import type { ParameterValue } from '@callboard/contract/reports'
import type { DeliveredReport } from '../reports/delivered-report.ts'

interface OpenedLink {
  publicUrl: string
  report: Pick<DeliveredReport, 'saved' | 'isFound'>
  /** ISO instants. */
  period: { from: string; to: string }
}

/** Where the figures of a mail are opened: of the saved report, or where that is not found of its report with the values. */
export function buildReportLink({ publicUrl, report: { saved, isFound }, period }: OpenedLink): string {
  const search = new URLSearchParams(period)
  if (!isFound) for (const [name, value] of Object.entries(saved.parameters)) add(search, name, value)
  const path = isFound ? `/reports/saved/${saved.id}` : `/reports/${saved.reportId}`
  return `${publicUrl}${path}?${search.toString()}`
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
