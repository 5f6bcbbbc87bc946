import { chartTypes, ReportDefinition } from '@callboard/contract/reports'
import { expect, it } from 'vitest'
import { chartProblem, suggestChart } from '#web/features/report-builder/chart-fit.ts'

function suiting(given: Parameters<typeof ReportDefinition.parse>[0]): string[] {
  const definition = ReportDefinition.parse(given)
  return chartTypes.filter((type) => chartProblem(type, definition) === undefined)
}

it('offers the charts that suit the rows and figures, and says why the others do not', () => {
  expect(suiting({ measures: ['calls'] })).toEqual(['none'])
  expect(suiting({ dimensions: [{ field: 'time' }], measures: ['value'] })).toEqual(['none'])
  expect(suiting({ dimensions: [{ field: 'time' }], measures: ['calls'] })).toEqual([
    'none',
    'line',
    'area',
    'bar',
    'horizontalBar',
    'pie',
  ])
  expect(suiting({ dimensions: [{ field: 'source' }], measures: ['answered', 'missed'] })).toEqual([
    'none',
    'bar',
    'stackedBar',
    'horizontalBar',
    'pie',
    'scatter',
  ])
  expect(suiting({ dimensions: [{ field: 'state' }], measures: ['answerRate'] })).toEqual([
    'none',
    'bar',
    'horizontalBar',
    'map',
  ])
  expect(
    suiting({ dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }], measures: ['calls'] }),
  ).toEqual(['none', 'bar', 'horizontalBar', 'heatMap'])
  expect(
    suiting({ dimensions: [{ field: 'state' }], measures: ['calls'], pivot: { field: 'direction' } }),
  ).toEqual(['none', 'bar', 'stackedBar', 'horizontalBar', 'heatMap', 'pie', 'map'])
  const bySource = ReportDefinition.parse({ dimensions: [{ field: 'source' }], measures: ['calls'] })
  expect(chartProblem('map', bySource)).toBe('Needs states or counties as the first rows.')
})

it('suggests the chart that shows most', () => {
  const dimensions = [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }]
  expect(suggestChart(ReportDefinition.parse({ dimensions, measures: ['calls'] }))).toBe('heatMap')
  expect(suggestChart(ReportDefinition.parse({ measures: ['calls'] }))).toBe('none')
})
