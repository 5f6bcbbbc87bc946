import type { MenuItem } from '@callboard/contract/menus'
import classes from '#web/features/menus/menus.module.css'

/** The items of a menu, with their addresses. */
export function MenuItemList({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map(({ id, label, title, key, url, children }) => (
        <li key={id}>
          {label ?? title ?? key}
          <span className={classes.address}>{url}</span>
          {children.length > 0 && <MenuItemList items={children} />}
        </li>
      ))}
    </ul>
  )
}
