import type { MenuItem } from '@callboard/contract/menus'
import type { ReactNode } from 'react'
import { nameOf } from '#web/features/menus/menu-tree.ts'
import classes from '#web/features/menus/menus.module.css'

interface MenuItemListProps {
  items: readonly MenuItem[]
  /** What can be done with an item, at the end of its line. */
  renderAction?: (item: MenuItem) => ReactNode
}

/** The items of a menu, with their addresses. */
export function MenuItemList({ items, renderAction }: MenuItemListProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <div className={classes.line}>
            <span>
              {nameOf(item)}
              <span className={classes.address}>{item.url}</span>
            </span>
            {renderAction?.(item)}
          </div>
          {item.children.length > 0 && (
            <MenuItemList items={item.children} {...(renderAction !== undefined && { renderAction })} />
          )}
        </li>
      ))}
    </ul>
  )
}
