import type { RunReportAnswer } from '@callboard/contract/reports'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { ReportFigures } from '#web/features/report-view/figures/ReportFigures.tsx'
import { buildAnswer } from '../../../../test/build-report.ts'
import { show } from '../../../../test/show.tsx'

const answer = buildAnswer({
  columns: [
    { name: 'source', label: 'Source', type: 'text', role: 'dimension' },
    {
      name: 'calls',
      measure: 'calls',
      view: 'figure',
      label: 'Calls',
      type: 'integer',
      role: 'measure',
      change: 'percent',
      moreIsBetter: true,
    },
    {
      name: 'answerRate',
      measure: 'answerRate',
      view: 'figure',
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
  totals: [null, 42, 0.625],
  comparison: {
    kind: 'previousPeriod',
    matchWeekdays: false,
    from: '2026-09-01T00:00:00.000Z',
    to: '2026-10-01T00:00:00.000Z',
    rows: [['Radio', 10, 0.25], null],
    totals: [null, 40, 0.6],
  },
})

function renderTable(
  changes: Partial<RunReportAnswer> = {},
  order: 'here' | 'engine' = 'here',
  named?: string[],
) {
  const onColumns = vi.fn<(keys: string[] | undefined) => void>()
  const onSort = vi.fn<(sort: ReportSort | undefined) => void>()
  const figureHref = vi.fn<FigureHref>(({ name }) => (name === 'calls' ? '/reports/calldetails' : undefined))
  show(
    <ReportFigures
      answer={{ ...answer, ...changes }}
      order={order}
      title="Figures"
      reportId="report"
      sort={undefined}
      page={1}
      figureHref={figureHref}
      columns={named}
      onColumns={onColumns}
      onSort={onSort}
      onPage={vi.fn<(page: number) => void>()}
    />,
  )
  return { onSort, figureHref, onColumns }
}

function rowOf(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
}

beforeEach(() => localStorage.clear())

describe('ReportFigures', () => {
  it('leads from a count to its calls, and from nothing else', () => {
    const { figureHref } = renderTable()
    expect(rowOf('Radio').getByRole('link', { name: '12' }).getAttribute('href')).toBe('/reports/calldetails')
    expect(rowOf('Radio').queryByRole('link', { name: '50.0%' })).toBeNull()
    const calls: unknown = expect.objectContaining({ name: 'calls' })
    expect(figureHref).toHaveBeenCalledWith(calls, ['Radio', 12, 0.5])
    expect(figureHref).toHaveBeenCalledWith(calls, undefined)
  })

  it('shows the change beside each figure, with the earlier one for those who ask', () => {
    renderTable()
    const row = rowOf('Radio')
    expect(row.getByText('▲ 20.0%').closest('td')?.textContent).toContain('12')
    expect(row.getByTitle('before: 10')).toBeDefined()
    expect(row.getByText('▲ 25.0 points')).toBeDefined()
  })

  it('names what has no value, and writes no zero where there is no figure', () => {
    renderTable()
    expect(rowOf('Not attributed').getAllByText('–').length).toBeGreaterThan(0)
    expect(rowOf('Not attributed').queryByText('0')).toBeNull()
  })

  it('has a row of totals', () => {
    renderTable()
    expect(rowOf('Total').getByText('62.5%')).toBeDefined()
  })

  it('has a row for all that the limit leaves out, and names whose columns those across are', () => {
    const [source, calls] = answer.columns
    if (source === undefined || calls === undefined) throw new Error('The report has no columns.')
    const across = { ...source, name: 'campaign', label: 'Campaign' }
    const { figureHref } = renderTable({
      columns: [
        source,
        { ...calls, name: 'calls#0', pivot: { value: 'Autumn' } },
        { ...calls, name: 'calls#1', pivot: { value: null } },
        { ...calls, name: 'calls#2', pivot: { isOthers: true, except: ['Autumn', null] } },
        { ...calls, name: 'calls:change', label: 'Calls, change', type: 'ratio', view: 'change' },
      ],
      pivot: across,
      rows: [['Radio', 5, 4, 3, -0.25]],
      totals: [null, 9, 8, 7, 0.5],
      others: { cells: [null, 4, 4, 4, null], except: ['Radio'] },
      comparison: undefined,
    })
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(
      expect.arrayContaining(['Autumn', 'No campaign', 'Others', 'Calls', 'Calls, change']),
    )
    expect(rowOf('Radio').getByText('▼ 25.0%')).toBeDefined()
    expect(rowOf('Others').getAllByText('4')).toHaveLength(3)
    expect(figureHref).toHaveBeenCalledWith(expect.objectContaining({ name: 'calls#2' }), 'others')
  })

  it('tells which column to sort by', async () => {
    const { onSort } = renderTable()
    await userEvent.click(screen.getByRole('columnheader', { name: /Calls/ }))
    expect(onSort).toHaveBeenCalledWith({ column: 'calls', desc: true })
  })

  it('leaves the order of its rows to the engine where not all of them are here', async () => {
    const meta = { ...answer.meta, rowCount: 12_345 }
    const { onSort } = renderTable({ meta, rows: answer.rows.toReversed() }, 'engine')
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(names()).toEqual(['Not attributed', 'Radio', 'Total'])
    await userEvent.click(screen.getByRole('columnheader', { name: /Calls/ }))
    expect(onSort).toHaveBeenCalledWith({ column: 'calls', desc: true })
  })

  it('has a column of money for each currency, each compared by itself', () => {
    const usd = (amount: string) => ({ amount, currency: 'USD' })
    const cad = (amount: string) => ({ amount, currency: 'CAD' })
    renderTable({
      columns: [
        { name: 'source', label: 'Source', type: 'text', role: 'dimension' },
        { name: 'value', label: 'Value', type: 'money', role: 'measure', change: 'percent' },
      ],
      rows: [
        ['Radio', [cad('50.00'), usd('300.00')]],
        ['Print', [usd('10.00')]],
      ],
      totals: [null, [cad('50.00'), usd('310.00')]],
      comparison: {
        kind: 'previousPeriod',
        matchWeekdays: false,
        from: '2026-09-01T00:00:00.000Z',
        to: '2026-10-01T00:00:00.000Z',
        rows: [['Radio', [cad('100.00'), usd('200.00')]], null],
        totals: null,
      },
    })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    // The currency that is used more stands first.
    expect(heads).toEqual(['Source', 'Value (USD)', 'Value (CAD)'])
    const cells = rowOf('Radio').getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\$300\.00.*▲ 50\.0%/),
      expect.stringMatching(/^CA\$50\.00.*▼ 50\.0%/),
    ])
  })

  it('shows the columns that its address names, whatever the user chose before', async () => {
    localStorage.setItem('reportColumns:user-1:report', JSON.stringify(['source', 'calls']))
    const { onColumns } = renderTable({}, 'here', ['answerRate', 'source', 'gone'])
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Source', 'Answer rate'])
    await userEvent.click(screen.getByRole('button', { name: /Columns/ }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Calls' }))
    expect(onColumns).toHaveBeenCalledWith(['source', 'calls', 'answerRate'])
  })

  it('shows the columns that the user chose, and keeps the choice', async () => {
    renderTable()
    await userEvent.click(screen.getByRole('button', { name: /Columns/ }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Answer rate' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Calls, before' }))
    cleanup()
    renderTable()
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Source', 'Bar of calls', 'Calls', 'Calls, before'])
    expect(rowOf('Radio').getByRole('cell', { name: '10' })).toBeDefined()
  })
})
