import { type MenuItem, previewMenus } from '@callboard/contract/menus'
import type { Input } from '@callboard/contract/endpoint'
import { searchRoles } from '@callboard/contract/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import classes from '#web/features/menus/menus.module.css'
import { send } from '#web/lib/api.ts'
import { NoItems } from '#web/ui/NoItems.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

type Draft = NonNullable<NonNullable<Input<typeof previewMenus>['body']>['draft']>

/** What the side menu shows of a menu, as it is being edited, to somebody with one role alone. */
export function RolePreview({ draft }: { draft: Draft }) {
  const id = useId()
  const [roleId, setRoleId] = useState<string>()
  const [keyword, setKeyword] = useState('')
  const asked = useDeferredValue(keyword.trim())
  const roles = useQuery({
    queryKey: ['roles', 'choice', asked],
    queryFn: ({ signal }) => send(searchRoles, { body: { keyword: asked, pageSize: 50 } }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.rolePreview} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Preview as a role</h2>
      <div className={classes.role}>
        <label htmlFor={id}>Role</label>
        <Select
          id={id}
          allowClear
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={roles.isFetching}
          placeholder="Whose menu to see"
          options={(roles.data?.items ?? []).map(({ id: value, name: label }) => ({ value, label }))}
          onChange={(chosen: string | undefined) => setRoleId(chosen)}
        />
      </div>
      {roleId === undefined ? (
        <p className={classes.hint}>Shows what is left of these items, saved or not, for somebody with it.</p>
      ) : (
        <MenuOfRole roleId={roleId} draft={draft} />
      )}
    </section>
  )
}

function MenuOfRole({ roleId, draft }: { roleId: string; draft: Draft }) {
  const query = useQuery({
    queryKey: ['menus', 'preview', roleId, draft],
    queryFn: ({ signal }) => send(previewMenus, { body: { roleId, draft } }, signal),
    placeholderData: keepPreviousData,
  })
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
