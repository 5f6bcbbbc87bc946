import type { CallersAnswer } from '@callboard/contract/callers'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { buildAnswer } from '../../../test/build-report.ts'
import { openPage } from '../../../test/show.tsx'

const [ada, bea] = ['+12125550101', '+12125550102'] as const

const answer: CallersAnswer = {
  ...buildAnswer({
    columns: [
      { name: 'callerNumber', label: 'Caller number', type: 'phone', role: 'dimension' },
      { name: 'calls', measure: 'calls', view: 'figure', label: 'Calls', type: 'integer', role: 'measure' },
    ],
    rows: [
      [ada, 3],
      [bea, 1],
    ],
    totals: [null, 4],
    meta: { rowCount: 2 },
  }),
  names: { [ada]: 'Ada King' },
}

beforeEach(() => localStorage.clear())

it('a caller has the name under the number that their calls gave, and the number leads to all of them', async () => {
  answerCalls({ 'POST /api/reporting/callers': { body: answer } })
  openPage('/reports/callers')
  const named = within(await screen.findByRole('row', { name: /^\(212\) 555-0101/ }))
  expect(named.getByRole('rowheader').textContent).toBe('(212) 555-0101Ada King')
  expect(named.getByRole('link', { name: '(212) 555-0101' }).getAttribute('href')).toContain('number=')
  const unnamed = within(screen.getByRole('row', { name: /^\(212\) 555-0102/ }))
  expect(unnamed.getByRole('rowheader').textContent).toBe('(212) 555-0102')
})
