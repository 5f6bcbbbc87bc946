import type { ExplainedDimension } from '@callboard/contract/change-explanation'
import { dashboardReports } from '@callboard/contract/reports'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangeDrawer } from '#web/features/change-explanation/ChangeDrawer.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { buildExplanation } from '../../../test/build-explanation.ts'
import { show } from '../../../test/show.tsx'

const agents: ExplainedDimension = {
  column: { name: 'agent', label: 'Agent', type: 'text', role: 'dimension' },
  addsUp: true,
  score: 0.2,
  valueCount: 3,
  values: [
    { value: 'Ada', now: 0.95, earlier: 0.9, contribution: 0.01, share: -0.25, mix: 0, rate: 0.01 },
    { value: 'Bea', now: 0.8, earlier: 0.9, contribution: -0.01, share: 0.25, mix: 0, rate: -0.01 },
    { value: null, now: 0, earlier: 0, contribution: -0.04, share: 1, mix: -0.04, rate: 0 },
  ],
}
const explanation = buildExplanation({
  column: { name: 'answerRate', label: 'Answer rate', type: 'ratio', role: 'measure', moreIsBetter: true },
  now: 0.7,
  earlier: 0.74,
  change: -0.04,
  dimensions: [agents],
})

it('the sentence names an agent whose calls made the change, and not those that have none as nobody took them', async () => {
  answerCalls({ 'POST /api/reporting/whychanged': { body: explanation } })
  const run = { reportId: dashboardReports.summary, timeZone: 'UTC', parameters: {} }
  show(<ChangeDrawer run={run} entityGroups={[]} onClose={() => undefined} />, {
    address: '/?why=answerRate',
  })
  expect((await screen.findByText(/^Answer rate fell/)).textContent).toBe(
    'Answer rate fell by 4.00 points, from 74.0% to 70.0%. Agent Bea: −1.00 points.',
  )
  expect(screen.getByText('No agent').textContent).toBe('No agent')
})
