import { annotationFields } from '@callboard/contract/annotations'
import { fields } from '@callboard/contract/call-fields'
import { writeChangedValue } from '@callboard/contract/changed-values'
import { fieldWords } from '@callboard/contract/record-fields'
import { expect, it } from 'vitest'
import { partChanges, valueText } from '#web/records/changes/change-words.ts'

const home = { id: '1', key: 'home', label: 'Home', url: '/app', order: 0 }
const calls = { id: '2', key: 'calls', label: null, title: 'Calls', order: 1 }

it('a list of items differs by what came, went, was moved and was changed', () => {
  expect(partChanges([home], [{ ...home, label: 'Start', order: 1 }, calls])).toEqual([
    { what: 'moved', name: 'Start', fields: [] },
    { what: 'changed', name: 'Start', fields: [{ field: 'label', from: 'Home', to: 'Start' }] },
    { what: 'added', name: 'Calls', fields: [] },
  ])
  expect(partChanges([home, calls], [calls, home])).toEqual([])
})

it('a list of texts differs by what came and went', () => {
  expect(partChanges(['call.edit', 'call.view'], ['call.view', 'reporting.view'])).toEqual([
    { what: 'added', name: 'Run and export the reports of their groups', fields: [] },
    {
      what: 'removed',
      name: 'Change notes, tags, lead status, score and value of calls',
      fields: [],
    },
  ])
})

it('items stand by their names', () => {
  expect(valueText([home, calls], { names: {}, timeZone: 'UTC' })).toBe('Home, Calls')
})

it('no key of a field and no instant in UTC is shown', () => {
  expect(fieldWords('customer', 'timeZone')).toBe('Time zone')
  expect(fieldWords('apiKey', 'isActive')).toBe('Active')
  expect(fieldWords('apiKey', 'expiresAt')).toBe('Expires')
  expect(fieldWords('somethingNew', 'lastSeen_at')).toBe('Last seen at')
  for (const field of annotationFields) expect(fieldWords('call', field)).toBe(fields[field].label)
  expect(valueText('2026-11-22T05:38:16.120Z', { names: {}, timeZone: 'America/New_York' })).toBe(
    'Nov 22, 2026, 00:38:16',
  )
  expect(valueText({ limit: 5, sort: [] }, { names: {}, timeZone: 'UTC' })).toBe('limit 5, sort nothing')
})

it('the term of a role is said by its days, as where it is edited, and with the time in zones where it is none of a day', () => {
  const role = {
    name: 'Analyst',
    role_id: '0193',
    start_at: '2026-11-20T05:00:00+00:00',
    expires_at: '2026-12-05T05:00:00+00:00',
  }
  const open = { ...role, start_at: null, expires_at: '2026-12-05T05:00:00.5+00:00' }
  const inZone = (value: unknown, timeZone: string) => valueText(value, { names: {}, timeZone })
  expect(inZone(role, 'America/New_York')).toBe('Analyst, from Nov 20, 2026, until Dec 4, 2026')
  expect(inZone(role, 'America/Chicago')).toBe(
    'Analyst, from Nov 19, 2026, 23:00:00, until Dec 4, 2026, 23:00:00',
  )
  expect(inZone(open, 'America/New_York')).toBe('Analyst, until Dec 5, 2026, 00:00:00')
})

it.each([
  ['apiKey.rights', ['ingest', 'read'], 'send calls, read calls'],
  ['emailTemplate.key', 'forgottenPassword', 'Forgotten password'],
  ['call.value', '1250.50', '1,250.50'],
  ['customer.timeZone', 'Asia/Calcutta', 'Asia/Kolkata'],
  ['callBack.action', 'notNeeded', 'not needed'],
  ['attribute.type', 'choice', 'Choice'],
  ['report.kind', 'summary', 'Figures'],
  ['user.loginProvider', 'local', 'here, with a password'],
  ['user.loginProvider', 'acme', 'acme'],
  ['customer.channelOrder', 'dialingLeft', 'Whoever telephones left'],
  ['customer.redactedNumbers', 'cards', 'Card numbers and security codes only'],
  ['customer.currency', 'USD', 'USD · US Dollar'],
  ['customer.country', 'US', 'United States (US)'],
  ['alert.webhookForm', 'teams', 'Card, for Microsoft Teams'],
  ['import.way', 'folder', 'Watched folder'],
  ['webhook.events', ['call.created', 'call.updated'], 'New calls, Changed calls'],
  ['webhook.filters', [{ field: 'status', op: 'eq', values: ['missed'] }], 'Status is Missed'],
  ['webhook.filters', [], 'nothing'],
  ['source.statusWords', [{ word: 'no answer', status: 'missed' }], 'no answer: Missed'],
  [
    'attribute.choices',
    [
      { value: 'checkup', label: 'Check-up' },
      { value: 'implant', label: 'implant' },
    ],
    'Check-up (checkup), implant',
  ],
])('the words of %s are those of the screens', (of, value, words) => {
  const [type = '', field = ''] = of.split('.')
  expect(writeChangedValue({ type, field }, value, { names: {}, timeZone: 'UTC' })).toBe(words)
})

it('a definition names attributes as they are called now', () => {
  const id = '01990000-0000-7000-8000-0000000000b1'
  const field = `attribute:${id}`
  const definition = {
    dimensions: [{ field }],
    measures: ['calls'],
    filters: [{ field, op: 'eq', values: ['implant'] }],
    sort: [{ field }],
  }
  const of = { type: 'report', field: 'definition' }
  const said = writeChangedValue(of, definition, { names: { [id]: 'Treatment' }, timeZone: 'UTC' })
  expect(said).toEqual(
    new Map(
      Object.entries({
        Rows: ['Treatment'],
        Figures: ['Calls'],
        Filters: ['Treatment is implant'],
        'Sorted by': 'Treatment',
      }),
    ),
  )
})
