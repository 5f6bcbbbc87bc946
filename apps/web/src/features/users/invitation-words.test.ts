import { expect, it } from 'vitest'
import { type InvitationDraft, invitationSentence } from '#web/features/users/invitation-words.ts'

const draft: InvitationDraft = {
  name: 'Ada',
  customer: { id: '1', name: 'Northside Dental' },
  entities: [],
  reportGroups: [],
  role: { name: 'Analyst', claims: ['dashboard.view', 'reporting.call.details'] },
  firstDay: '',
  lastDay: '2026-11-27',
}
const clark = { type: 'location', name: 'Clark Street', customerId: '1' } as const
const lake = { type: 'location', name: 'Lake View', customerId: '1' } as const

it('an invitation is told in one sentence', () => {
  expect(invitationSentence({ ...draft, entities: [clark, lake] })).toBe(
    'Ada will see the calls of Northside Dental at Clark Street and Lake View as Analyst until Friday, November 27, 2026.',
  )
  const more = [clark, { type: 'network', name: 'Level 3', customerId: null } as const]
  expect(
    invitationSentence({ ...draft, name: ' ', entities: more, firstDay: '2026-11-23', lastDay: '' }),
  ).toBe(
    'They will see the calls of Northside Dental at Clark Street, and those through Level 3 as Analyst from Monday, November 23, 2026.',
  )
})

it('an invitation to nothing says why', () => {
  expect(invitationSentence({ ...draft, role: undefined })).toMatch(/will see nothing without a role/)
  expect(invitationSentence({ ...draft, customer: undefined })).toMatch(
    /will see no calls .*choose the customer/,
  )
  expect(invitationSentence({ ...draft, role: { name: 'Editor', claims: ['number.edit'] } })).toMatch(
    /Editor includes neither/,
  )
  expect(invitationSentence({ ...draft, role: { name: 'Viewer', claims: ['dashboard.view'] } })).toMatch(
    /figures, but not individual calls, of Northside Dental/,
  )
})

it('an invitation tells of the reports, and of the calls that come with their groups', () => {
  const sales = { name: 'Sales', customerIds: ['1', '2', '3'] }
  const reader = { name: 'Reader', claims: ['reporting.view'] }
  expect(invitationSentence({ ...draft, role: reader, reportGroups: [sales] })).toMatch(
    /\. They will see the reports of Sales\. That adds the calls of 2 other customers of this group\.$/,
  )
  expect(invitationSentence({ ...draft, role: reader })).toMatch(
    /\. They will find no reports: choose a report group\.$/,
  )
  const limited = { ...draft, role: reader, reportGroups: [sales], entities: [clark] }
  expect(invitationSentence(limited)).toMatch(/\. They will see the reports of Sales\.$/)
  const ohio = { type: 'state', name: 'Ohio', customerId: null } as const
  expect(invitationSentence({ ...limited, entities: [ohio] })).toMatch(
    /calls of 2 other customers of this group, within the same limits\.$/,
  )
  const own = { name: 'Sales', customerIds: ['1'] }
  expect(invitationSentence({ ...draft, role: reader, reportGroups: [own] })).toMatch(/reports of Sales\.$/)
  const board = { name: 'Board', customerIds: [] }
  expect(invitationSentence({ ...draft, role: reader, reportGroups: [board] })).toMatch(/reports of Board\.$/)
  expect(invitationSentence({ ...draft, reportGroups: [board] })).toMatch(
    /will not see the reports of Board: the role Analyst does not include reports\.$/,
  )
})
