import { expect, it } from 'vitest'
import { describeParts, markBucket } from './partial-buckets.ts'
import type { ReportColumn, RunReportAnswer } from './reports.ts'

const source: ReportColumn = { name: 'source', label: 'Source', type: 'text', role: 'dimension' }
const week: ReportColumn = {
  name: 'time',
  label: 'Week from',
  type: 'time',
  role: 'dimension',
  grain: 'week',
}
const meta: RunReportAnswer['meta'] = {
  reportId: null,
  reportName: 'Calls',
  from: '2026-11-01T05:00:00.000Z',
  to: '2026-11-30T00:45:00.000Z',
  timeZone: 'America/New_York',
  filters: [],
  answerWithinSeconds: 20,
  rowCount: 4,
  generatedAt: '2026-11-30T00:45:00.000Z',
  elapsedMs: 1,
}

it('the weeks that a period cuts are told once, however many rows they have, and in their order', () => {
  const rows = [
    ['Radio', '2026-11-23'],
    ['Radio', '2026-11-02'],
    ['Radio', '2026-10-26'],
    ['Web', '2026-10-26'],
  ]
  const parts = '* Partial weeks: Oct 26 (1 of 7 days), Nov 23 (until 19:45)'
  expect(describeParts({ columns: [source, week], rows, meta })).toBe(parts)
  const [first = []] = rows
  expect(describeParts({ columns: [source, week], rows: [first], meta })).toBe(
    '* Partial week: Nov 23 (until 19:45)',
  )
  expect(describeParts({ columns: [source, week], rows: [['Radio', '2026-11-02']], meta })).toBe(undefined)
  expect(describeParts({ columns: [source], rows: [['Radio']], meta })).toBe(undefined)
})

it('their rows have a star and nothing else, other rows none', () => {
  expect(markBucket('2026-10-26', week, meta)).toBe('Oct 26, 2026 *')
  expect(markBucket('2026-11-02', week, meta)).toBe('Nov 2, 2026')
  expect(markBucket('Radio', source, meta)).toBe(undefined)
})
