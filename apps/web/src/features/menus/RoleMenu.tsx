import { type Menu, type MenuItem, previewMenus } from '@callboard/contract/menus'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { HideButton, type Pressed } from '#web/features/menus/HideButton.tsx'
import { MenuItemList } from '#web/features/menus/MenuItemList.tsx'
import { allMenusQuery, byPlace } from '#web/features/menus/queries.ts'
import classes from '#web/features/menus/menus.module.css'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

interface RoleMenuProps {
  id: string
  name: string
}

/** What the side menu shows to somebody with this role alone, and what is hidden from it. */
export function RoleMenu(role: RoleMenuProps) {
  const shown = useQuery(endpointQuery('menu', previewMenus, { body: { roleId: role.id } }))
  const all = useQuery(allMenusQuery)
  const [pressed, setPressed] = useState<Pressed>()
  const button = (menuId: string, item: MenuItem, isHidden: boolean) => (
    <HideButton
      role={role}
      menuId={menuId}
      item={item}
      isHidden={isHidden}
      pressed={pressed}
      onPress={setPressed}
    />
  )
  return (
    <QueryState query={all}>
      {(menus) => (
        <Stack gap={16}>
          <Panel title="Side menu of this role">
            <Stack gap={16}>
              <Hint margin="0">
                What a user with only this role sees. Hiding an item changes no rights, and users who have
                another role that shows it still see it. An item that is missing needs a right that the role
                does not have: its menu says which.
              </Hint>
              <QueryState
                query={shown}
                isEmpty={(usable) => usable.every(({ tree }) => tree.length === 0)}
                emptyReason="A user with only this role sees no menu."
              >
                {(usable) => <ShownItems usable={usable} all={menus} renderButton={button} />}
              </QueryState>
            </Stack>
          </Panel>
          <HiddenItems roleId={role.id} all={menus} renderButton={button} />
        </Stack>
      )}
    </QueryState>
  )
}

interface ItemsProps {
  /** With all of their items. */
  all: readonly Menu[]
  renderButton: (menuId: string, item: MenuItem, isHidden: boolean) => ReactNode
}

function ShownItems({ usable, all, renderButton }: ItemsProps & { usable: readonly Menu[] }) {
  // Reports are linked of themselves: they are items of no menu.
  const ownIds = new Set(all.flatMap(({ items }) => items.map(({ id }) => id)))
  return (
    <Stack gap={16}>
      {usable
        .filter(({ tree }) => tree.length > 0)
        .toSorted(byPlace)
        .map((menu) => (
          <MenuPart key={menu.id} menu={menu}>
            <MenuItemList
              items={menu.tree}
              renderAction={(item) => ownIds.has(item.id) && renderButton(menu.id, item, false)}
            />
          </MenuPart>
        ))}
    </Stack>
  )
}

function HiddenItems({ roleId, all, renderButton }: ItemsProps & { roleId: string }) {
  const hidden = all
    .toSorted(byPlace)
    .map((menu) => ({
      menu,
      items: menu.items.filter(({ hiddenFromRoleIds = [] }) => hiddenFromRoleIds.includes(roleId)),
    }))
    .filter(({ items }) => items.length > 0)
  if (hidden.length === 0) return null
  return (
    <Panel title="Hidden from this role">
      <Stack gap={16}>
        {hidden.map(({ menu, items }) => (
          <MenuPart key={menu.id} menu={menu}>
            <MenuItemList
              items={items}
              among={menu.items}
              renderAction={(item) => renderButton(menu.id, item, true)}
            />
          </MenuPart>
        ))}
      </Stack>
    </Panel>
  )
}

/** Its name is the way to where it is changed. As wide as its words go, so that a button is not far from what it is about. */
function MenuPart({ menu, children }: { menu: Menu; children: ReactNode }) {
  return (
    <Stack gap={4} maxWidth={560} className={classes.preview}>
      <strong>
        <TextLink to={paths.manageRecord('menus', menu.id)}>{menu.name}</TextLink>
      </strong>
      {children}
    </Stack>
  )
}
