import { ReportDefinition, standardReports } from '@callboard/contract/reports'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ReportResult } from '#web/features/report-view/ReportResult.tsx'
import { RunButton } from '#web/features/report-view/RunButton.tsx'
import { reportSearch, type ReportState } from '#web/features/report-view/report-url.ts'
import { buildAnswer, buildReport } from '../../../test/build-report.ts'
import { show } from '../../../test/show.tsx'

const report = buildReport({
  id: standardReports.byState,
  name: 'Calls by state',
  definition: ReportDefinition.parse({ dimensions: [{ field: 'state' }], measures: ['calls'] }),
})

const answer = buildAnswer({
  columns: [
    { name: 'state', label: 'State', type: 'text', role: 'dimension' },
    { name: 'calls', label: 'Calls', type: 'integer', role: 'measure', measure: 'calls', view: 'figure' },
  ],
  rows: [['US-NY', 12]],
  labels: { state: { 'US-NY': 'New York', 'US-CA': 'California' } },
  totals: [null, 12],
  meta: { reportId: report.id, reportName: report.name },
})

function renderResult(changes: Partial<ReportState> = {}) {
  const onChange = vi.fn<(changes: Partial<ReportState>) => void>()
  const run = { report, state: { ...reportSearch(report).parse({}), ...changes }, timeZone: 'UTC' }
  show(
    <>
      <RunButton {...run} />
      <ReportResult {...run} conditions={[]} onChange={onChange} />
    </>,
  )
  return onChange
}

it('stops a report that takes too long, says so, and runs it again', async () => {
  const ended: boolean[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    if (ended.length > 0) return Promise.resolve(new Response(JSON.stringify(answer)))
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        ended.push(true)
        reject(new DOMException('left', 'AbortError'))
      })
    })
  })
  renderResult()
  await userEvent.click(screen.getByRole('button', { name: /Stop/ }))
  expect(ended).toEqual([true])
  expect(await screen.findByText(/The report was stopped\. There are no figures yet/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /Refresh/ }))
  expect(await screen.findByRole('row', { name: /New York/ })).toBeDefined()
  expect(screen.queryByText(/The report was stopped/)).toBeNull()
})

it('steps into a state, and names the way back', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(answer))))
  const step = { field: 'state', value: 'US-CA' } as const
  const onChange = renderResult({ steps: [step] })
  await userEvent.click(await screen.findByRole('button', { name: 'New York' }))
  expect(onChange).toHaveBeenLastCalledWith({ steps: [step, { field: 'state', value: 'US-NY' }] })
  expect(screen.getByText('California').getAttribute('aria-current')).toBe('step')
  await userEvent.click(screen.getByRole('button', { name: 'Whole report' }))
  expect(onChange).toHaveBeenLastCalledWith({ steps: [] })
})

it('says that the limit of the report leaves rows out, and that the total counts them', async () => {
  const limited = { ...answer, meta: { ...answer.meta, rowCount: 1, allRowCount: 30 } }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(limited))))
  renderResult()
  expect(await screen.findByText('the first 1 of 30 rows; the total is of all')).toBeDefined()
})
