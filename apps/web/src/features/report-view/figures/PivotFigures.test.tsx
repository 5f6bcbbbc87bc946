import type { ReportStep } from '@callboard/contract/report-steps'
import type { ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { ReportFigures } from '#web/features/report-view/figures/ReportFigures.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { buildAnswer } from '../../../../test/build-report.ts'
import { show } from '../../../../test/show.tsx'

const calls = {
  label: 'Calls',
  type: 'integer',
  role: 'measure',
  measure: 'calls',
  view: 'figure',
} satisfies Partial<ReportColumn>
const share = {
  label: 'Calls, share',
  type: 'ratio',
  role: 'measure',
  measure: 'calls',
  view: 'share',
} satisfies Partial<ReportColumn>
const source = { name: 'source', label: 'Source', type: 'text', role: 'dimension' } satisfies ReportColumn
const inbound = { value: 'inbound' }
const others = { isOthers: true, except: ['inbound'] } as const

const direction = {
  name: 'direction',
  label: 'Direction',
  type: 'text',
  role: 'dimension',
} satisfies ReportColumn

function renderTable(
  columns: ReportColumn[],
  rows: RunReportAnswer['rows'],
  pivot: ReportColumn = direction,
) {
  const answer = buildAnswer({ columns: [source, ...columns], pivot, rows })
  const figureHref = vi.fn<FigureHref>(({ name }) => `/calls?figure=${encodeURIComponent(name)}`)
  const onSort = vi.fn<(sort: ReportSort | undefined) => void>()
  const onStep = vi.fn<(step: ReportStep) => void>()
  show(
    <ReportFigures
      answer={answer}
      order="here"
      title="Figures"
      reportId="pivot"
      sort={undefined}
      page={1}
      figureHref={figureHref}
      onSort={onSort}
      onStep={onStep}
      onPage={vi.fn<(page: number) => void>()}
    />,
  )
  return { onSort, onStep }
}

/** The texts of the head, row by row. */
function headRows() {
  const [head] = screen.getAllByRole('rowgroup')
  if (head === undefined) throw new Error('there is no head')
  return within(head)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    )
}

beforeEach(() => localStorage.clear())

describe('the table of a report with a pivot', () => {
  it('has the values under the name of a single measure, and leads from each figure to its calls', async () => {
    const { onSort } = renderTable(
      [
        { ...calls, name: 'calls#0', pivot: inbound },
        { ...calls, name: 'calls#1', pivot: { ...others, except: ['inbound'] } },
        { ...calls, name: 'calls' },
      ],
      [['Radio', 12, 3, 15]],
    )
    expect(headRows()).toEqual([
      ['Source', 'Calls'],
      ['Inbound', 'Others', 'Total: Calls'],
    ])
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/calls?figure=calls%231')
    await userEvent.click(screen.getByRole('columnheader', { name: /Inbound/ }))
    expect(onSort).toHaveBeenCalledWith({ column: 'calls#0', desc: true })
  })

  it('is stepped into by the head of a time, which does not sort as well', async () => {
    const march = { value: '2026-03-01' }
    const month = { name: 'time', label: 'Month', type: 'time', grain: 'month', role: 'dimension' } as const
    const step = { field: 'time', grain: 'month', value: '2026-03-01' }
    const [one, another] = [
      { ...calls, name: 'calls#0', pivot: march },
      { ...share, name: 'calls:share#0', pivot: march },
    ]
    const single = renderTable([one, { ...calls, name: 'calls' }], [['Radio', 12, 15]], month)
    await userEvent.click(screen.getByRole('button', { name: 'Mar 2026' }))
    expect(single.onStep).toHaveBeenCalledWith(step)
    expect(single.onSort).not.toHaveBeenCalled()
    cleanup()
    const several = renderTable([one, another, { ...calls, name: 'calls' }], [['Radio', 12, 0.5, 15]], month)
    await userEvent.click(screen.getByRole('button', { name: 'Mar 2026' }))
    expect(several.onStep).toHaveBeenCalledWith(step)
  })

  it('has several measures under each value, which are chosen once for all values', async () => {
    renderTable(
      [
        { ...calls, name: 'calls#0', pivot: inbound },
        { ...share, name: 'calls:share#0', pivot: inbound },
        { ...calls, name: 'calls' },
        { ...share, name: 'calls:share' },
      ],
      [['Radio', 12, 0.25, 12, 0.25]],
    )
    expect(headRows()).toEqual([
      ['Source', 'Inbound', 'Total'],
      ['Calls', 'Calls, share', 'Calls', 'Calls, share'],
    ])
    await userEvent.click(screen.getByRole('button', { name: /Columns/ }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Calls, share, each' }))
    expect(headRows()[1]).toEqual(['Calls', 'Calls', 'Calls, share'])
  })
})
