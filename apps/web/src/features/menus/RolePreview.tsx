import { type MenuItem, previewMenus } from '@callboard/contract/menus'
import { searchRoles } from '@callboard/contract/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import classes from '#web/features/menus/menus.module.css'
import { send } from '#web/lib/api.ts'
import { NoItems } from '#web/ui/NoItems.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

/** What the side menu shows to somebody with one role alone, as it is saved. */
export function RolePreview() {
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
    <Panel label="Preview as a role">
      <div className={classes.role}>
        <label htmlFor={id}>Role</label>
        <Select
          id={id}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          loading={roles.isFetching}
          placeholder="Whose menu to see"
          options={(roles.data?.items ?? []).map(({ id: value, name: label }) => ({ value, label }))}
          onChange={(chosen: string) => setRoleId(chosen)}
        />
      </div>
      {roleId !== undefined && <MenusOfRole roleId={roleId} />}
    </Panel>
  )
}

function MenusOfRole({ roleId }: { roleId: string }) {
  const query = useQuery({
    queryKey: ['menus', 'preview', roleId],
    queryFn: ({ signal }) => send(previewMenus, { body: { roleId } }, signal),
  })
  return (
    <QueryState query={query}>
      {(menus) => {
        const shown = menus.filter(({ tree }) => tree.length > 0)
        if (shown.length === 0)
          return <NoItems reason="Somebody with this role alone sees no item of any menu." />
        return (
          <div className={classes.preview}>
            {shown.map(({ id, name, tree }) => (
              <div key={id}>
                <h3>{name}</h3>
                <ItemList items={tree} />
              </div>
            ))}
          </div>
        )
      }}
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
