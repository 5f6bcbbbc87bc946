import { describe, expect, it } from 'vitest'
import { fittingColumns } from '#web/ui/fit-columns.ts'

const columns = [
  { key: 'name', room: 200 },
  { key: 'description', room: 300, rank: 9 },
  { key: 'rights', room: 90 },
  { key: 'users', room: 90, rank: 1 },
]

function keysAt(width: number) {
  return fittingColumns(columns, width).map(({ key }) => key)
}

describe('columns in the room there is', () => {
  it('are all shown, in their order, where all of them fit', () => {
    expect(keysAt(680)).toEqual(['name', 'description', 'rights', 'users'])
    expect(keysAt(Infinity)).toEqual(['name', 'description', 'rights', 'users'])
  })

  it('step back by their rank, the least important one first', () => {
    expect(keysAt(679)).toEqual(['name', 'rights', 'users'])
    expect(keysAt(379)).toEqual(['name', 'users'])
  })

  it('keep the first one, however little room there is', () => {
    expect(keysAt(100)).toEqual(['name'])
  })
})
