import { mappedDimensions } from '@callboard/contract/charts/us-map'
import type { ReportChart } from '@callboard/contract/charts/charted-answer'
import type { ReportDefinition, RunReportAnswer } from '@callboard/contract/reports'

/** Whether a chart is drawn as a map. */
export function isOnMap(type: ReportDefinition['chart']['type'], { columns }: RunReportAnswer): boolean {
  return type === 'map' && mappedDimensions.has(columns[0]?.name ?? '')
}

/** Whether its colours tell more than one thing. */
export function needsLegend(answer: RunReportAnswer, { chosen }: ReportChart): boolean {
  return chosen === undefined || answer.comparison !== undefined || answer.pivot !== undefined
}

/** What a chart shows. */
export function chartTitle({ chosen }: ReportChart): string {
  return chosen?.label ?? 'Outcome of inbound calls'
}
