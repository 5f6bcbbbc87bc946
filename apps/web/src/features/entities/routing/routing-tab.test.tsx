import type { CallRouting, Routing } from '@callboard/contract/routing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { InForce } from '#web/features/calls/call/InForce.tsx'
import { answerCalls, type Sent } from '../../../../test/answers.ts'
import { buildEntity } from '../../../../test/build-entity.ts'
import { fill, openPage, press, show } from '../../../../test/show.tsx'

const entity = buildEntity({ code: 'SALES', name: 'Sales' })
const own = `/api/reportingentity/entity/${entity.id}`
const front = { target: '+13125550101', name: 'Front desk', weight: 2 }
const back = { target: '+13125550102', name: null, weight: 1 }
const earlier = { from: null, note: null, targets: [back] }
const since = { from: '2026-03-01T06:00:00.000Z', note: 'Moved out.', targets: [front, back] }
const group = {
  type: 'rotationgroup' as const,
  entityId: entity.id,
  timeZone: 'America/Chicago',
  revision: 4,
  versions: [earlier, since],
}
const open = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }
const hours = {
  from: null,
  note: null,
  timeZone: 'America/Chicago',
  hours: [open],
  specialDays: [{ day: '2026-03-10', name: 'Stocktaking', hours: [] }],
}
const rule = { ...group, type: 'tod' as const, versions: [hours] }

beforeEach(() => localStorage.clear())

function answer(routing: Routing): Sent[] {
  return answerCalls({
    [`GET ${own}`]: { body: buildEntity({ ...entity, type: routing.type }) },
    [`GET ${own}/routing`]: { body: routing },
    [`PUT ${own}/routing`]: { body: routing },
    [`GET ${own}/routing/shares`]: {
      body: [
        { from: null, calls: 0, targets: [] },
        {
          from: since.from,
          calls: 4,
          targets: [
            { target: front.target, calls: 3 },
            { target: '+13125550109', calls: 1 },
          ],
        },
      ],
    },
  })
}

const saved = (calls: readonly Sent[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

it('a rotation group shows its targets over time, the newest first, with the share that each has and got', async () => {
  answer(group)
  openPage(`/manage/entities/rotationgroup/${entity.id}?tab=routing`)
  await screen.findByText('3 calls, 75%')
  const items = within(screen.getByRole('list', { name: 'Targets over time' })).getAllByRole('listitem')
  const texts = items.map(({ textContent }) => textContent)
  expect(texts[0]).toContain('Since Mar 1, 2026NowMoved out.')
  expect(texts.slice(1, 4)).toEqual([
    'Front desk (312) 555-010166.7%3 calls, 75%',
    '(312) 555-010233.3%0 calls, 0%',
    '(312) 555-0109, not a target1 call, 25%',
  ])
  expect(texts[4]).toContain('Until Feb 28, 2026')
})

it('targets from a day on begin as the newest ones are, and are sent with all others', async () => {
  const calls = answer(group)
  openPage(`/manage/entities/rotationgroup/${entity.id}?tab=routing`)
  await press('Add Targets')
  const drawer = await screen.findByRole('dialog', { name: 'Add Targets' })
  fill(within(drawer).getByRole('textbox', { name: 'First day' }), 'May 1, 2026')
  fill(within(drawer).getByRole('spinbutton', { name: 'Weight of target 2' }), '2')
  expect(await within(drawer).findAllByText('50%')).toHaveLength(2)
  await press('Save')
  const added = [
    { ...front, weight: 2 },
    { ...back, name: '', weight: 2 },
  ]
  await waitFor(() =>
    expect(saved(calls)).toEqual([
      {
        type: 'rotationgroup',
        revision: 4,
        versions: [earlier, since, { from: '2026-05-01', note: '', targets: added }],
      },
    ]),
  )
})

it('hours are changed where they stand, and those that are no time are refused', async () => {
  const calls = answer(rule)
  openPage(`/manage/entities/tod/${entity.id}?tab=routing`)
  await screen.findByText('Mon–Fri 08:00–18:00')
  screen.getByText('1 special day')
  await press('Edit')
  const drawer = await screen.findByRole('dialog', { name: 'Edit Hours' })
  const end = within(drawer).getByRole('combobox', { name: 'End of hours 1' })
  fill(end, 'late')
  await press('Save')
  await within(drawer).findByText(/Enter a time such as 08:30/)
  expect(saved(calls)).toEqual([])
  fill(end, '5 pm')
  await press('Save')
  const changed = { ...hours, note: '', hours: [{ ...open, until: '17:00' }] }
  await waitFor(() => expect(saved(calls)).toEqual([{ type: 'tod', revision: 4, versions: [changed] }]))
})

it('a call says what routed it when it started, and leads there', async () => {
  const ofCall = { entityId: entity.id, code: 'SALES', timeZone: 'America/Chicago' }
  const routings: CallRouting[] = [
    { ...ofCall, type: 'rotationgroup', name: 'Sales', until: null, version: since },
    { ...ofCall, type: 'tod', name: 'Open', until: null, version: hours, isWithin: false },
  ]
  const id = '01990000-0000-7000-8000-0000000000e9'
  const call = { id, startedAt: '2026-03-10T15:00:00.000Z', targetNumber: back.target }
  answerCalls({ [`GET /api/calls/${call.id}/routing`]: { body: routings } })
  show(<InForce call={call} />)
  const sales = await screen.findByRole('region', { name: 'Sales' })
  within(sales).getByText('Targets · Since Mar 1, 2026')
  expect(within(sales).getByText('This call').closest('li')?.textContent).toContain('(312) 555-0102')
  const href = `/manage/entities/rotationgroup/${entity.id}?tab=routing`
  expect(within(sales).getByRole('link', { name: 'See the group' }).getAttribute('href')).toBe(href)
  const rules = screen.getByRole('region', { name: 'Open' })
  within(rules).getByText('Mar 10, 2026 (Stocktaking): does not apply')
  within(rules).getByText('The call started outside of these hours.')
})
