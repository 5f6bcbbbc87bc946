import type { MenuItem } from '@callboard/contract/menus'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type MenuDraft, menuPreviewQuery } from '#web/features/menus/queries.ts'
import classes from '#web/features/menus/menus.module.css'
import { roleChoice } from '#web/records/choices.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { NoItems } from '#web/ui/NoItems.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

/** What the side menu shows of a menu, as it is being edited, to somebody with one role alone. */
export function RolePreview({ draft }: { draft: MenuDraft }) {
  const id = useId()
  const [roleId, setRoleId] = useState<string | null>(null)
  return (
    <section className={classes.rolePreview} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Preview as a role</h2>
      <div className={classes.role}>
        <label htmlFor={id}>Role</label>
        <RecordSelect
          id={id}
          choice={roleChoice}
          placeholder="Whose menu to see"
          value={roleId}
          onChange={setRoleId}
        />
      </div>
      {roleId === null ? (
        <p className={classes.hint}>
          Shows which of these items, saved or not, somebody with that role sees.
        </p>
      ) : (
        <MenuOfRole roleId={roleId} draft={draft} />
      )}
    </section>
  )
}

function MenuOfRole({ roleId, draft }: { roleId: string; draft: MenuDraft }) {
  const query = useQuery({ ...menuPreviewQuery(roleId, draft), placeholderData: keepPreviousData })
  return (
    <QueryState query={query}>
      {([menu]) =>
        menu === undefined || menu.tree.length === 0 ? (
          <NoItems reason="Somebody with this role alone sees no item of this menu." />
        ) : (
          <div className={classes.preview}>
            <ItemList items={menu.tree} />
          </div>
        )
      }
    </QueryState>
  )
}

function ItemList({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map(({ id, label, title, key, url, children }) => (
        <li key={id}>
          {label ?? title ?? key}
          <span className={classes.address}>{url}</span>
          {children.length > 0 && <ItemList items={children} />}
        </li>
      ))}
    </ul>
  )
}
