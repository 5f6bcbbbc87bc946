import { stacksSeries } from '@callboard/contract/charts/report-series'
import { ReportDefinition, RunReport } from '@callboard/contract/reports'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { emptyDraft, type ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { ReportPreview } from '#web/pages/manage/ReportPreview.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildAnswer } from '../../../test/build-report.ts'
import { show } from '../../../test/show.tsx'

const to = '2026-10-22T00:00:00.000Z'

const nothing = buildAnswer({ meta: { from: '2026-10-21T00:00:00.000Z', to } })

const shared = { multiple: false, required: false }
const parameters = [
  { ...shared, name: 'dateRange', label: 'Period', type: 'period', default: { relative: 'last30Days' } },
  { ...shared, name: 'compare', label: 'Compare with', type: 'comparison', default: null },
]

/** What the preview asks for; it finds no calls. */
function watchRuns() {
  const runs: RunReport[] = []
  answerCalls({
    'GET /api/reporting/parameters': { body: parameters },
    'POST /api/reporting/runreport': ({ body }) => {
      runs.push(RunReport.parse(body))
      return { body: nothing }
    },
  })
  return runs
}

function draftOf(definition: object): ReportDraft {
  const given = { dimensions: [{ field: 'time', grain: 'day' }], measures: ['calls'], ...definition }
  const uses = emptyDraft().parameters.filter(({ name }) => name === 'dateRange' || name === 'compare')
  return { ...emptyDraft(), definition: ReportDefinition.parse(given), parameters: uses }
}

it.each([
  ['area', true],
  ['stackedBar', true],
  ['line', false],
  ['bar', false],
])(
  'a preview with the chart %s asks for the earlier period of a stack as the report will: %s',
  async (type, expected) => {
    const runs = watchRuns()
    const dimensions = [{ field: 'time', grain: 'day' }, { field: 'source' }]
    const draft = draftOf({ dimensions, compare: 'previousPeriod', chart: { type } })
    show(<ReportPreview draft={draft} problem={undefined} />)
    await waitFor(() => expect(runs.at(-1)?.parameters.compare).toBe('previousPeriod'))
    const { chart } = draftOf({ ...runs.at(-1)?.definition }).definition
    expect([stacksSeries(draft.definition.chart), stacksSeries(chart)]).toEqual([expected, expected])
  },
)

it('what is lacking to run a report stands above the last preview, which is said to be that', async () => {
  watchRuns()
  show(<ReportPreview draft={draftOf({})} problem="Add at least one figure to see the report." />)
  const note = 'Add at least one figure to see the report. Until then, the preview below stays as it was.'
  expect(await screen.findByText(note)).toBeDefined()
})

function Builder() {
  const [compare, setCompare] = useState('previousPeriod')
  return (
    <>
      <button type="button" onClick={() => setCompare('previousYear')}>
        Edit
      </button>
      <ReportPreview draft={draftOf({ compare })} problem={undefined} />
    </>
  )
}

it('a comparison that was only tried out gives way to the one that the report gets', async () => {
  const runs = watchRuns()
  const user = userEvent.setup()
  show(<Builder />)
  const comparesWith = () => runs.at(-1)?.parameters.compare
  await waitFor(() => expect(comparesWith()).toBe('previousPeriod'))
  await user.click(await screen.findByRole('button', { name: /^Remove/ }))
  await waitFor(() => expect(comparesWith()).toBe(null))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(comparesWith()).toBe('previousYear'))
})
