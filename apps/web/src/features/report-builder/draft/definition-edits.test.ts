import { ReportDefinition } from '@callboard/contract/reports'
import { expect, it } from 'vitest'
import { edited } from '#web/features/report-builder/draft/definition-edits.ts'

const definition = ReportDefinition.parse({
  dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
  measures: ['calls', 'missed'],
  sort: [{ field: 'missed', desc: true }, { field: 'dayOfWeek' }],
  chart: { type: 'heatMap' },
})

it('takes out the order by a column that goes', () => {
  expect(edited(definition, { measures: ['calls'] }).sort).toEqual([{ field: 'dayOfWeek', desc: false }])
})

it('replaces a chart that no longer suits by one that does, and keeps it otherwise', () => {
  expect(edited(definition, { limit: 5 }).chart).toEqual({ type: 'heatMap' })
  expect(edited(definition, { dimensions: [{ field: 'hourOfDay' }] }).chart).toEqual({ type: 'bar' })
  expect(edited(definition, { dimensions: [] }).chart).toEqual({ type: 'none' })
})

it('keeps the chart while figures are compared, replaced, and taken out to choose others', () => {
  const byDay = { ...definition, dimensions: [{ field: 'time' as const }], chart: { type: 'line' as const } }
  const compared = edited(byDay, { measures: ['calls', 'calls:earlier', 'calls:change'] })
  expect(compared.chart.type).toBe('line')
  expect(edited(compared, { measures: ['calls:earlier', 'calls:change'] }).chart.type).toBe('line')
  expect(edited(compared, { measures: ['value:change'] }).chart.type).toBe('line')
  const emptied = edited(compared, { measures: [] })
  expect(edited(emptied, { measures: ['missed'] }).chart.type).toBe('line')
  expect(edited(emptied, { dimensions: [], measures: ['missed'] }).chart.type).toBe('none')
})

it('stacks what bars over time are divided into, where the parts come to the whole', () => {
  const byDay = { ...definition, dimensions: [{ field: 'time' as const }], chart: { type: 'bar' as const } }
  const dimensions = [{ field: 'time' as const }, { field: 'campaign' as const }]
  expect(edited(byDay, { dimensions }).chart.type).toBe('stackedBar')
  expect(edited({ ...byDay, measures: ['answerRate'] }, { dimensions }).chart.type).toBe('bar')
  const chosen = edited({ ...byDay, dimensions, chart: { type: 'bar' } }, { limit: 5 })
  expect(chosen.chart.type).toBe('bar')
})

it('compares with the previous period once a change is shown, and drops the changes with the comparison', () => {
  const withChange = edited(definition, { measures: ['calls', 'calls:change'] })
  expect(withChange.compare).toBe('previousPeriod')
  expect(edited(withChange, { compare: undefined }).measures).toEqual(['calls'])
})

it('tells others of one kind of rows, which is not time, and only with a limit', () => {
  const byHour = edited(definition, { dimensions: [{ field: 'hourOfDay' }], limit: 5 })
  expect(edited(byHour, { others: true }).others).toBe(true)
  expect(edited({ ...byHour, others: true }, { limit: undefined }).others).toBe(undefined)
  expect(edited({ ...byHour, others: true }, { dimensions: [{ field: 'time' }] }).others).toBe(undefined)
})
