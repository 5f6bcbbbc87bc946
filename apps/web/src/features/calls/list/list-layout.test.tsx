import type { PartialCall } from '@callboard/contract/calls'
import { expect, it } from 'vitest'
import { columnsOf, defaultColumnKeys } from '#web/features/calls/list/columns.tsx'
import { layoutOf } from '#web/features/calls/list/list-layout.ts'
import { answerCalls } from '../../../../test/answers.ts'
import { show } from '../../../../test/show.tsx'

const columns = columnsOf(defaultColumnKeys({ hasSeveralCustomers: true, hasMarks: true }))
const keysIn = (availableWidth: number, isChosen = false) =>
  layoutOf(columns, { availableWidth, isChosen }).shown.map(({ key }) => key)

it('has rows of two lines where few columns would fit, and all that was chosen where somebody chose', () => {
  expect(keysIn(492)).toEqual(['time', 'caller', 'talkTime'])
  expect(layoutOf(columns, { availableWidth: 492, isChosen: false }).height).toBeGreaterThan(
    layoutOf(columns, { availableWidth: 720, isChosen: false }).height,
  )
  expect(keysIn(1052)).toEqual(['time', 'status', 'caller', 'location', 'talkTime', 'tags'])
  expect(keysIn(492, true)).toEqual(columns.map(({ key }) => key))
})

it('says in two lines what the columns say that are left out', async () => {
  answerCalls({ 'GET /api/reportingentity/names': { body: {} } })
  const call: PartialCall = {
    id: '01990000-0000-7000-8000-000000000001',
    startedAt: '2026-03-10T15:00:00.000Z',
    status: 'missed',
    direction: 'inbound',
    contactNumber: '+12125550147',
    tags: ['vip'],
    leadStatus: 'Open',
    location: 'clark-street',
    source: 'Google Ads',
    talkDuration: 65,
  }
  const { shown } = layoutOf(columns, { availableWidth: 492, isChosen: false })
  const { container } = show(
    <>
      {shown.map(({ key, render }) => (
        <div key={key}>{render(call, 'UTC')}</div>
      ))}
    </>,
  )
  for (const text of ['Missed', '(212) 555-0147', 'vip', 'Open', 'clark-street', 'Google Ads', '1:05']) {
    expect(container.textContent).toContain(text)
  }
})
