import { describe, expect, it } from 'vitest'
import { fittingColumns } from '#web/ui/tables/fit-columns.ts'

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
