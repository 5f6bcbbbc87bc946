import { describe, expect, it } from 'vitest'
import {
  type EditedItem,
  moved,
  placed,
  treeOf,
  type TreeNode,
  withNew,
  without,
} from '#web/features/menus/menu-tree.ts'

function item(id: string, parentId: string | null, order: number): EditedItem {
  return {
    id,
    key: id,
    label: null,
    title: null,
    tooltip: null,
    ico: null,
    url: null,
    parentId,
    order,
    claim: null,
    adminOnly: false,
  }
}

const items = [
  item('a', null, 0),
  item('b', null, 1),
  item('b1', 'b', 0),
  item('b2', 'b', 1),
  item('c', null, 2),
]

const write = (nodes: readonly TreeNode[]): string =>
  nodes
    .map(({ item: { id }, children }) => (children.length === 0 ? id : `${id}(${write(children)})`))
    .join(' ')

const shape = (changed: readonly EditedItem[] | undefined) =>
  changed === undefined ? undefined : write(treeOf(changed))

describe('the items of a menu', () => {
  it('go up and down among those beside them', () => {
    expect(shape(items)).toBe('a b(b1 b2) c')
    expect(shape(moved(items, 'b', 'up'))).toBe('b(b1 b2) a c')
    expect(shape(moved(items, 'b1', 'down'))).toBe('a b(b2 b1) c')
    expect(moved(items, 'a', 'up')).toBeUndefined()
    expect(moved(items, 'c', 'down')).toBeUndefined()
  })

  it('go below the one before them, and out again', () => {
    expect(shape(moved(items, 'c', 'in'))).toBe('a b(b1 b2 c)')
    expect(shape(moved(items, 'b1', 'out'))).toBe('a b(b2) b1 c')
    expect(moved(items, 'a', 'in')).toBeUndefined()
    expect(moved(items, 'a', 'out')).toBeUndefined()
  })

  it('never stand below themselves', () => {
    expect(placed(items, 'b', { parentId: 'b1', index: 0 })).toBeUndefined()
    expect(shape(placed(items, 'a', { parentId: 'b', index: 1 }))).toBe('b(b1 a b2) c')
  })

  it('are removed with all that is below them, and added with a key of their own', () => {
    expect(shape(without(items, 'b'))).toBe('a c')
    const { items: more, id } = withNew(items, 'b')
    expect(shape(more)).toBe(`a b(b1 b2 ${id}) c`)
    expect(new Set(more.map(({ key }) => key)).size).toBe(6)
  })
})
