import { expect, it } from 'vitest'
import { otherReports, searchReports } from '#web/features/report-view/menu/report-menu.ts'

const report = (id: string, name: string, description = '') => ({ id, name, description })

it('a report that is in no set of the user’s groups is found among the others', () => {
  const [bySource, byHour, unsorted] = [
    report('1', 'Calls by source'),
    report('2', 'Calls by hour'),
    report('3', 'Branches', 'Which location answers?'),
  ]
  const groups = [{ id: 'g', name: 'Group', sets: [{ id: 's', name: 'Set', reports: [bySource, byHour] }] }]
  const others = otherReports([bySource, byHour, unsorted], groups)
  expect(others).toEqual([unsorted])
  expect(searchReports(others, 'location')).toEqual([unsorted])
  expect(searchReports(others, 'source')).toEqual([])
})
