import { describe, expect, it } from 'vitest'
import { filledWidths, fittingColumns, pinnedCount } from '#web/ui/tables/fit-columns.ts'

const columns = [
  { key: 'name', minWidth: 200 },
  { key: 'description', minWidth: 300, priority: 9 },
  { key: 'rights', minWidth: 90 },
  { key: 'users', minWidth: 90, priority: 1 },
]

function keysAt(width: number) {
  return fittingColumns(columns, width).map(({ key }) => key)
}

describe('columns in the room there is', () => {
  it('are all shown, in their order, where all of them fit', () => {
    expect(keysAt(680)).toEqual(['name', 'description', 'rights', 'users'])
    expect(keysAt(Infinity)).toEqual(['name', 'description', 'rights', 'users'])
  })

  it('step back by their priority, the least important one first', () => {
    expect(keysAt(679)).toEqual(['name', 'rights', 'users'])
    expect(keysAt(379)).toEqual(['name', 'users'])
  })

  it('keep the first one, however little room there is', () => {
    expect(keysAt(100)).toEqual(['name'])
  })
})

describe('columns that stay in sight beside those that scroll', () => {
  const pivot = [
    { minWidth: 140, isRowHead: true },
    { minWidth: 160, isRowHead: true },
    { minWidth: 200, isRowHead: true },
    { minWidth: 100 },
  ]

  it('are those that say what a row is of, in two thirds of the room', () => {
    expect(pinnedCount(pivot, 2000)).toBe(3)
    expect(pinnedCount(pivot, 600)).toBe(2)
    expect(pinnedCount(columns, 2000)).toBe(1)
  })

  it('are the first one at least', () => {
    expect(pinnedCount(pivot, 200)).toBe(1)
  })
})

describe('what is left of the room', () => {
  const wide = [{ minWidth: 100 }, { minWidth: 200, grow: 1 }, { minWidth: 100, grow: 3 }]

  it('goes to the columns whose texts may be longer, by their shares', () => {
    expect(filledWidths(wide, 500)).toEqual([100, 225, 175])
  })

  it('is none where the columns are wider than the room, or the room is not known', () => {
    expect(filledWidths(wide, 300)).toEqual([100, 200, 100])
    expect(filledWidths(wide, Infinity)).toEqual([100, 200, 100])
  })
})
