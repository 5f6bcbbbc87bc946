import type { ChangeRecord } from '@callboard/contract/change-tracking'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ChangeList } from '#web/records/changes/ChangeList.tsx'
import { answerCalls } from '../../../test/answers.ts'
import { show } from '../../../test/show.tsx'

const idOf = (place: number) => `01990000-0000-7000-8000-${String(place).padStart(12, '0')}`
let made = 0

function record(given: Partial<ChangeRecord>): ChangeRecord {
  made += 1
  return {
    id: idOf(made),
    tableType: 'call',
    recordId: idOf(1000 + made),
    recordName: `Call ${made}`,
    action: 'update',
    userId: idOf(2000),
    userName: 'ada',
    fullName: 'ada',
    maskedUserId: null,
    at: '2026-03-10T15:00:00.000Z',
    changes: [{ field: 'tags', from: [], to: ['vip'] }],
    requestId: 'one',
    names: {},
    ...given,
  }
}

async function rowsOf(items: readonly ChangeRecord[]): Promise<HTMLElement[]> {
  answerCalls({
    'POST /api/reporting/searchchangetracking': { body: { items, nextCursor: null, total: null } },
  })
  show(<ChangeList search={{}} emptyReason="Nothing" />)
  await screen.findAllByText('ada')
  return screen.getAllByRole('row').filter((row) => within(row).queryByText('ada') !== null)
}

it('says once what one action did to several records, and a user that is created with their roles as one', async () => {
  const user = { tableType: 'user', recordId: idOf(7), recordName: 'bea', requestId: 'two' }
  const role = { field: 'roles', from: null, to: { name: 'Analyst', role_id: idOf(8) } }
  const rows = await rowsOf([
    record({ recordName: 'Call A' }),
    record({ recordName: 'Call B' }),
    record({ ...user, changes: [role] }),
    record({ ...user, action: 'create', changes: [{ field: 'userName', from: null, to: 'bea' }] }),
    record({ recordName: 'Call C', requestId: 'three' }),
  ])
  expect(rows).toHaveLength(3)
  expect(rows[0]?.textContent).toContain('Call BCall ACalls')
  expect(rows[0]?.textContent?.match(/vip/g)).toHaveLength(1)
  expect(rows[1]?.textContent).toMatch(/bea.*created.*User name: bea.*Role added: Analyst/)
})

it('names who made a change by the full name, and the user name on demand', async () => {
  const items = [record({ fullName: 'Ada Lovelace' }), record({ requestId: 'two' })]
  await rowsOf(items)
  const link = screen.getByRole('link', { name: 'Ada Lovelace' })
  expect(link.getAttribute('href')).toBe(`/manage/users/${idOf(2000)}`)
  expect(within(link).getByTitle('ada')).toBeDefined()
  expect(screen.queryAllByTitle('ada')).toHaveLength(1)
})

it('says terms of roles and of numbers by their last day, as their pages do', async () => {
  const role = { name: 'Analyst', role_id: idOf(8), start_at: null, expires_at: '2026-12-05T05:00:00+00:00' }
  const rows = await rowsOf([
    record({ tableType: 'user', recordName: 'bea', changes: [{ field: 'roles', from: null, to: role }] }),
    record({
      tableType: 'numberAssignment',
      requestId: 'two',
      changes: [{ field: 'untilAt', from: '2026-12-05T05:30:00Z', to: '2026-12-31T05:00:00Z' }],
    }),
  ])
  expect(rows[0]?.textContent).toContain('Role added: Analyst, until Dec 4, 2026')
  expect(rows[0]?.textContent).not.toContain('Dec 5')
  expect(rows[1]?.textContent).toContain('Until: Dec 5, 2026, 00:30:00 → Dec 30, 2026')
})

it('shows the first of many records of one action, and all of them on request', async () => {
  const entities = Array.from({ length: 9 }, (_, place) =>
    record({
      tableType: 'entity',
      action: 'create',
      recordName: `Branch ${place}`,
      changes: [{ field: 'name', from: null, to: `Branch ${place}` }],
    }),
  )
  await rowsOf(entities)
  expect(screen.getAllByText('created')).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: '4 more records' }))
  expect(screen.getAllByText('created')).toHaveLength(9)
})

it('says of a definition what differs, in the words of the builder, and ids by names', async () => {
  const definition = { measures: ['calls'], dimensions: [{ field: 'source' }] }
  const [row] = await rowsOf([
    record({
      tableType: 'savedReport',
      names: { [idOf(5)]: 'Calls by source' },
      changes: [
        { field: 'reportId', from: null, to: idOf(5) },
        { field: 'userId', from: idOf(6), to: null },
        {
          field: 'definition',
          from: definition,
          to: {
            ...definition,
            measures: ['calls', 'missedRate'],
            filters: [{ field: 'status', op: 'eq', values: ['missed'] }],
          },
        },
        {
          field: 'parameters',
          from: { dateRange: { relative: 'last30Days' } },
          to: { dateRange: { relative: 'lastWeek' } },
        },
      ],
    }),
  ])
  const text = row?.textContent
  expect(text).toContain('Report: nothing → Calls by source')
  expect(text).toContain('Owner: deleted → nothing')
  expect(text).toContain('Definition, Figures added: Missed rate')
  expect(text).toContain('Definition, Filters: nothing → Status is Missed')
  expect(text).not.toContain('Rows')
  expect(text).toContain('Values, Period: Last 30 days → Last week')
})

it('says of an item of a menu from which roles it is hidden, by their names', async () => {
  const [item, other, analyst, broker] = [idOf(21), idOf(22), idOf(23), idOf(24)]
  const [row] = await rowsOf([
    record({
      tableType: 'menu',
      names: { [item]: 'Callers', [analyst]: 'Analyst', [broker]: 'Broker' },
      changes: [
        {
          field: 'hiddenFrom',
          from: { [item]: [analyst] },
          to: { [item]: [analyst, broker], [other]: [analyst] },
        },
      ],
    }),
  ])
  expect(row?.textContent).toContain('Hidden from roles, Callers added: Broker')
  expect(row?.textContent).toContain('Hidden from roles, an item that was removed: nothing → Analyst')
})
