import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { buildReportChart } from '#web/features/reports/report-chart.ts'
import { chartHeight } from '#web/ui/chart-data.ts'

const calls: ReportColumn = { name: 'calls', label: 'Calls', type: 'integer', role: 'measure' }

function dataOf(first: ReportColumn, rows: Cell[][]) {
  const answer: RunReportAnswer = {
    columns: [first, calls],
    rows,
    labels: {},
    totals: null,
    meta: {
      reportId: null,
      reportName: 'Calls',
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      timeZone: 'UTC',
      filters: [],
      answerWithinSeconds: 20,
      rowCount: rows.length,
      generatedAt: '2026-11-01T00:00:00.000Z',
      elapsedMs: 1,
    },
  }
  return buildReportChart({ answer, type: 'bar', measure: undefined, weekStartsOn: 1 })?.data
}

const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
const day: ReportColumn = { name: 'time', label: 'Day', type: 'time', role: 'dimension', grain: 'day' }

describe('the bars of a report', () => {
  it('lie where their labels are long, with a line for each', () => {
    const rows = Array.from({ length: 20 }, (_, index) => [`Google Business Profile ${index}`, index])
    const data = dataOf(source, rows)
    expect(data).toMatchObject({ isHorizontal: true })
    expect(data && chartHeight(data)).toBeGreaterThan(20 * 20)
  })

  it('stand where their labels are short, and over time', () => {
    expect(dataOf(source, [['Radio', 4]])).not.toHaveProperty('isHorizontal')
    expect(dataOf(day, [['2026-10-21', 4]])).not.toHaveProperty('isHorizontal')
  })
})
