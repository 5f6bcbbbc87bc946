import type { MenuItem } from '@callboard/contract/menus'
import type { ReactNode } from 'react'
import { nameOf, parentNames } from '#web/features/menus/menu-tree.ts'
import { QuietText, Row } from '#web/ui/layout.tsx'

interface MenuItemListProps {
  items: readonly MenuItem[]
  /** All items of the menu, where the ones that are listed do not stand below their parents. */
  among?: readonly MenuItem[]
  /** What can be done with an item, at the end of its line. */
  renderAction?: (item: MenuItem) => ReactNode
}

/** Items of a menu by name, each below its parent or after the names of what it stands below. */
export function MenuItemList({ items, among = [], renderAction }: MenuItemListProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <Row gap={8} align="center" justify="space-between">
            <span>
              <QuietText>
                {parentNames(among, item)
                  .map((name) => `${name} › `)
                  .join('')}
              </QuietText>
              {nameOf(item)}
            </span>
            {renderAction?.(item)}
          </Row>
          {item.children.length > 0 && (
            <MenuItemList items={item.children} {...(renderAction !== undefined && { renderAction })} />
          )}
        </li>
      ))}
    </ul>
  )
}
