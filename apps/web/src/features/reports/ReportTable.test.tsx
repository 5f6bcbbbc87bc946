import type { RunReportAnswer } from '@callboard/contract/reports'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { FigureHref } from '#web/features/reports/columns.tsx'
import type { ReportSort } from '#web/features/reports/report-url.ts'
import { ReportTable } from '#web/features/reports/ReportTable.tsx'

const answer: RunReportAnswer = {
  columns: [
    { name: 'source', label: 'Source', type: 'text', role: 'dimension' },
    {
      name: 'calls',
      label: 'Calls',
      type: 'integer',
      role: 'measure',
      change: 'percent',
      moreIsBetter: true,
    },
    {
      name: 'answerRate',
      label: 'Answer rate',
      type: 'ratio',
      role: 'measure',
      change: 'points',
      moreIsBetter: true,
    },
  ],
  rows: [
    ['Radio', 12, 0.5],
    [null, 30, null],
  ],
  labels: {},
  totals: [null, 42, 0.625],
  comparison: {
    kind: 'previousPeriod',
    from: '2026-09-01T00:00:00.000Z',
    to: '2026-10-01T00:00:00.000Z',
    rows: [['Radio', 10, 0.25], null],
    totals: [null, 40, 0.6],
  },
  meta: {
    reportId: null,
    reportName: 'Calls by source',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
    timeZone: 'UTC',
    filters: [],
    rowCount: 2,
    generatedAt: '2026-11-01T00:00:00.000Z',
    elapsedMs: 1,
  },
}

function renderTable(rowCount = 2) {
  const onSort = vi.fn<(sort: ReportSort | undefined) => void>()
  const figureHref = vi.fn<FigureHref>((measure) =>
    measure === 'calls' ? '/reports/calldetails' : undefined,
  )
  render(
    <MemoryRouter>
      <ReportTable
        answer={{ ...answer, meta: { ...answer.meta, rowCount } }}
        sort={undefined}
        page={1}
        figureHref={figureHref}
        onSort={onSort}
        onPage={vi.fn<(page: number) => void>()}
      />
    </MemoryRouter>,
  )
  return { onSort, figureHref }
}

function rowOf(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
}

describe('ReportTable', () => {
  it('leads from a count to its calls, and from nothing else', () => {
    const { figureHref } = renderTable()
    expect(rowOf('Radio').getByRole('link', { name: '12' }).getAttribute('href')).toBe('/reports/calldetails')
    expect(rowOf('Radio').queryByRole('link', { name: '50.0%' })).toBeNull()
    expect(figureHref).toHaveBeenCalledWith('calls', ['Radio', 12, 0.5])
    expect(figureHref).toHaveBeenCalledWith('calls', undefined)
  })

  it('shows the earlier figure and the change under each', () => {
    renderTable()
    const row = rowOf('Radio')
    expect(row.getByText('▲ 20.0%')).toBeDefined()
    expect(row.getByText('▲ 25.0 points')).toBeDefined()
  })

  it('names what has no value, and writes no zero where there is no figure', () => {
    renderTable()
    expect(rowOf('No source').getAllByText('–').length).toBeGreaterThan(0)
    expect(rowOf('No source').queryByText('0')).toBeNull()
  })

  it('has a row of totals', () => {
    renderTable()
    expect(rowOf('Total').getByText('62.5%')).toBeDefined()
  })

  it('tells which column to sort by', async () => {
    const { onSort } = renderTable()
    await userEvent.click(screen.getByRole('columnheader', { name: /Calls/ }))
    expect(onSort).toHaveBeenCalledWith({ column: 'calls', desc: true })
  })

  it('says why it does not sort when not all rows are here', () => {
    renderTable(12_345)
    expect(screen.getByText(/12,345 rows are too many to be sorted here/)).toBeDefined()
  })
})
