import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { maxMenuDepth } from '@callboard/contract/menus'
import { useQueries } from '@tanstack/react-query'
import { Button, Form, Tree, type TreeDataNode, type TreeProps } from 'antd'
import type { ReactNode } from 'react'
import { AudienceSigns } from '#web/features/menus/AudienceSigns.tsx'
import { ItemFields } from '#web/features/menus/ItemFields.tsx'
import {
  type EditedItem,
  type Move,
  moved,
  moves,
  nameOf,
  placed,
  treeOf,
  type TreeNode,
  withNew,
  without,
} from '#web/features/menus/menu-tree.ts'
import classes from '#web/features/menus/menus.module.css'
import { roleChoice } from '#web/records/choices/choices.ts'
import { nameQuery } from '#web/records/choices/record-choice.ts'
import { Hint, QuietText, Row } from '#web/ui/layout.tsx'
import { menuPictures } from '#web/ui/menu-pictures.tsx'

/** What is shown of the tree. */
export interface TreeView {
  chosenId: string | undefined
  collapsedIds: readonly string[]
}

export const openTree: TreeView = { chosenId: undefined, collapsedIds: [] }

interface ItemsEditorProps {
  view: TreeView
  onView: (view: TreeView) => void
  /** Given by the form. */
  value?: EditedItem[]
  onChange?: (items: EditedItem[]) => void
  renderBelow: (items: readonly EditedItem[]) => ReactNode
}

/** The items of a menu as a tree, and the chosen one. Items are moved by dragging or with buttons. */
export function ItemsEditor({ value = [], onChange, view, onView, renderBelow }: ItemsEditorProps) {
  const { chosenId, collapsedIds } = view
  const setChosenId = (id: string | undefined) => onView({ ...view, chosenId: id })
  const roleNames = useRoleNames(value)
  const chosen = value.find(({ id }) => id === chosenId)
  const emitChange = (items: EditedItem[] | undefined) => {
    if (items !== undefined && heightOf(treeOf(items)) <= maxMenuDepth) onChange?.(items)
  }
  function add(parentId: string | null) {
    const { items, id } = withNew(value, parentId)
    emitChange(items)
    setChosenId(id)
  }
  return (
    // What is wrong with one item is no fault of the fields of another.
    <Form.Item style={{ margin: 0 }}>
      <div className={classes.columns}>
        <div>
          <Row gap={8} wrap margin="0 0 12px">
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add(null)}>
              Add item
            </Button>
            {chosen !== undefined && (
              <>
                <Button onClick={() => add(chosen.id)} disabled={!canBear(value, chosen.id)}>
                  Add below
                </Button>
                {moves.map((move) => (
                  <Button
                    key={move}
                    icon={moveLooks[move].icon}
                    aria-label={moveLooks[move].label}
                    title={moveLooks[move].label}
                    disabled={!canMove(value, chosen.id, move)}
                    onClick={() => emitChange(moved(value, chosen.id, move))}
                  />
                ))}
                <Button
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label="Remove with everything below it"
                  title="Remove with everything below it"
                  onClick={() => {
                    emitChange(without(value, chosen.id))
                    setChosenId(undefined)
                  }}
                />
              </>
            )}
          </Row>
          {value.length === 0 ? (
            <Hint margin="8px 0 0">This menu has no items, so the side menu does not show it.</Hint>
          ) : (
            <div className={classes.tree}>
              <Tree
                aria-label="Items of the menu"
                blockNode
                draggable
                defaultExpandParent={false}
                expandedKeys={value.map(({ id }) => id).filter((id) => !collapsedIds.includes(id))}
                onExpand={(keys) =>
                  onView({
                    ...view,
                    collapsedIds: value.map(({ id }) => id).filter((id) => !keys.includes(id)),
                  })
                }
                treeData={nodesOf(treeOf(value), roleNames)}
                selectedKeys={chosenId === undefined ? [] : [chosenId]}
                onSelect={([key]) => setChosenId(key === undefined ? undefined : String(key))}
                onDrop={(drop) => emitChange(droppedItems(value, drop))}
              />
            </div>
          )}
          <Hint margin="8px 0 0">
            Select an item to edit it. Drag it, or use the buttons, to move it. A menu can be at most{' '}
            {maxMenuDepth} levels deep.
          </Hint>
        </div>
        {chosen !== undefined && (
          <ItemFields
            key={chosen.id}
            item={chosen}
            onChange={(item) => emitChange(value.map((one) => (one.id === item.id ? item : one)))}
          />
        )}
      </div>
      {renderBelow(value)}
    </Form.Item>
  )
}

const moveLooks = {
  up: { label: 'Move up', icon: <ArrowUpOutlined aria-hidden /> },
  down: { label: 'Move down', icon: <ArrowDownOutlined aria-hidden /> },
  in: { label: 'Indent below the previous item', icon: <MenuUnfoldOutlined aria-hidden /> },
  out: { label: 'Outdent to the level of its parent', icon: <MenuFoldOutlined aria-hidden /> },
} as const satisfies Record<Move, { label: string; icon: ReactNode }>

function canMove(items: readonly EditedItem[], id: string, move: Move): boolean {
  const after = moved(items, id, move)
  return after !== undefined && heightOf(treeOf(after)) <= maxMenuDepth
}

function canBear(items: readonly EditedItem[], id: string): boolean {
  return heightOf(treeOf(withNew(items, id).items)) <= maxMenuDepth
}

function heightOf(nodes: readonly TreeNode[]): number {
  return Math.max(0, ...nodes.map(({ children }) => 1 + heightOf(children)))
}

/** Of the roles that items are hidden from. */
function useRoleNames(items: readonly EditedItem[]): ReadonlyMap<string, string> {
  const ids = [...new Set(items.flatMap(({ hiddenFromRoleIds = [] }) => hiddenFromRoleIds))]
  const names = useQueries({ queries: ids.map((id) => nameQuery(roleChoice, id)) })
  return new Map(
    ids.flatMap((id, place) => {
      const name = names[place]?.data
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
}

function nodesOf(nodes: readonly TreeNode[], roleNames: ReadonlyMap<string, string>): TreeDataNode[] {
  return nodes.map(({ item, children }) => ({
    key: item.id,
    title: (
      <Row as="span" inline gap="0 8px" align="baseline" wrap>
        <span>
          {item.ico !== null && <QuietText margin="0 8px 0 0">{menuPictures[item.ico]}</QuietText>}
          {nameOf(item)}
          <AudienceSigns item={item} roleNames={roleNames} />
        </span>
        <QuietText fontSize={12} breaks="anywhere">
          {item.url}
        </QuietText>
      </Row>
    ),
    children: nodesOf(children, roleNames),
  }))
}

type Drop = Parameters<NonNullable<TreeProps['onDrop']>>[0]

/** Dropped onto an item it becomes its first child; into a gap, a sibling of the item there. */
function droppedItems(items: readonly EditedItem[], { dragNode, node, dropToGap, dropPosition }: Drop) {
  const id = String(dragNode.key)
  const target = items.find((item) => item.id === String(node.key))
  if (target === undefined) return undefined
  if (!dropToGap) return placed(items, id, { parentId: target.id, index: 0 })
  const beside = items
    .filter((item) => item.parentId === target.parentId && item.id !== id)
    .toSorted((one, other) => one.order - other.order)
  const at = beside.findIndex((item) => item.id === target.id)
  const isBefore = dropPosition < Number(node.pos.split('-').at(-1))
  return placed(items, id, { parentId: target.parentId, index: isBefore ? at : at + 1 })
}
