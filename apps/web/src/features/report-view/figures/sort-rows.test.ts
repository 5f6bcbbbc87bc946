import type { RunReportAnswer } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { engineOrder } from '#web/features/report-view/report-run.ts'
import { sortRows } from '#web/features/report-view/figures/sort-rows.ts'
import { resultRows } from '#web/lib/reporting/report-answer.ts'
import { buildAnswer } from '../../../../test/build-report.ts'

const answer = buildAnswer({
  columns: [
    { name: 'location', label: 'Location', type: 'text', role: 'dimension' },
    { name: 'calls', label: 'Calls', type: 'integer', role: 'measure' },
    { name: 'value', label: 'Value', type: 'money', role: 'measure' },
  ],
  rows: [
    ['C2', 5, null],
    [null, 12, [{ amount: '9.00', currency: 'USD' }]],
    ['C10', null, [{ amount: '100.50', currency: 'USD' }]],
    ['A', 7, []],
  ],
  labels: { location: { A: 'Zoo' } },
})

function order(column: string, desc: boolean) {
  return sortRows(resultRows(answer), answer, { column, desc }).map(({ cells }) => cells[0])
}

describe('sortRows', () => {
  it('keeps the order of the report without a sort', () => {
    const rows = resultRows(answer)
    expect(sortRows(rows, answer, undefined)).toBe(rows)
    expect(sortRows(rows, answer, { column: 'gone', desc: true })).toBe(rows)
  })

  it('sorts figures, with those that are missing last both ways', () => {
    expect(order('calls', true)).toEqual([null, 'A', 'C2', 'C10'])
    expect(order('calls', false)).toEqual(['C2', 'A', null, 'C10'])
  })

  it('sorts by a dimension or a measure of the same name', () => {
    const both: RunReportAnswer = {
      ...answer,
      columns: [
        { name: 'answered', label: 'Answered', type: 'boolean', role: 'dimension' },
        { name: 'answered', label: 'Answered', type: 'integer', role: 'measure' },
      ],
      rows: [
        [true, 3],
        [false, 8],
      ],
    }
    const first = (column: string) => sortRows(resultRows(both), both, { column, desc: true })[0]?.cells
    expect(first('answered')).toEqual([true, 3])
    expect(first('measure.answered')).toEqual([false, 8])
  })

  it('sorts names as they are shown, numbers within them as numbers', () => {
    expect(order('location', false)).toEqual(['C2', 'C10', 'A', null])
  })

  it('sorts money as amounts and not as texts', () => {
    expect(order('value', true).slice(0, 2)).toEqual(['C10', null])
  })
})

it('the engine sorts what has more rows than are here, but no column of a pivot, which it does not know', () => {
  const long = { ...answer, meta: { ...answer.meta, rowCount: 1001 } }
  const asked = { column: 'calls', desc: true }
  expect(engineOrder(answer, asked)).toBeUndefined()
  expect(engineOrder(long, asked)).toEqual([{ field: 'calls', role: 'measure', desc: true }])
  const columns = long.columns.map((column) => ({
    ...column,
    ...(column.name === 'calls' && { pivot: { value: 'tv' } }),
  }))
  expect(engineOrder({ ...long, columns }, asked)).toBeUndefined()
})
