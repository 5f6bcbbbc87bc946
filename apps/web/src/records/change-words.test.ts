import { expect, it } from 'vitest'
import { partChanges, valueText } from '#web/records/change-words.ts'

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
    { what: 'added', name: 'reporting.view', fields: [] },
    { what: 'removed', name: 'call.edit', fields: [] },
  ])
})

it('items stand by their names', () => {
  expect(valueText([home, calls])).toBe('Home, Calls')
})
