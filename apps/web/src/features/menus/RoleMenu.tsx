import { type Menu, type MenuItem, previewMenus } from '@callboard/contract/menus'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { setHidden } from '#web/features/menus/hide-item.ts'
import { MenuItemList } from '#web/features/menus/MenuItemList.tsx'
import { nameOf } from '#web/features/menus/menu-tree.ts'
import { allMenusQuery, byPlace } from '#web/features/menus/queries.ts'
import classes from '#web/features/menus/menus.module.css'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

interface RoleMenuProps {
  id: string
  name: string
}

/** What the side menu shows to somebody with this role alone, and what is hidden from it. */
export function RoleMenu({ id, name }: RoleMenuProps) {
  const shown = useQuery(endpointQuery('menu', previewMenus, { body: { roleId: id } }))
  const { data: all = [] } = useQuery(allMenusQuery)
  const role = { id, name }
  const hidden = all
    .toSorted(byPlace)
    .map((menu) => ({ menu, items: menu.items.filter(isHiddenFrom(id)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <Stack gap={16}>
      <Panel title="Side menu of this role">
        <Stack gap={16}>
          <Hint margin="0">
            What a user with only this role sees. Hiding an item changes no rights, and users who have another
            role that shows it still see it. An item that is missing takes a right that the role does not
            have: its menu says which.
          </Hint>
          <QueryState
            query={shown}
            isEmpty={(menus) => menus.every(({ tree }) => tree.length === 0)}
            emptyReason="A user with only this role sees no menu."
          >
            {(menus) => <ShownItems role={role} menus={menus} all={all} />}
          </QueryState>
        </Stack>
      </Panel>
      {hidden.length > 0 && (
        <Panel title="Hidden from this role">
          <Stack gap={16}>
            {hidden.map(({ menu, items }) => (
              <MenuPart key={menu.id} menu={menu}>
                <MenuItemList
                  items={items}
                  renderAction={(item) => <HideButton role={role} menuId={menu.id} item={item} isHidden />}
                />
              </MenuPart>
            ))}
          </Stack>
        </Panel>
      )}
    </Stack>
  )
}

function isHiddenFrom(roleId: string) {
  return ({ hiddenFromRoleIds = [] }: MenuItem) => hiddenFromRoleIds.includes(roleId)
}

interface ShownItemsProps {
  role: RoleMenuProps
  menus: readonly Menu[]
  /** With all of their items: reports that are linked of themselves are none. */
  all: readonly Menu[]
}

function ShownItems({ role, menus, all }: ShownItemsProps) {
  const own = new Set(all.flatMap(({ items }) => items.map(({ id }) => id)))
  return (
    <Stack gap={16}>
      {menus
        .filter(({ tree }) => tree.length > 0)
        .toSorted(byPlace)
        .map((menu) => (
          <MenuPart key={menu.id} menu={menu}>
            <MenuItemList
              items={menu.tree}
              renderAction={(item) =>
                own.has(item.id) && <HideButton role={role} menuId={menu.id} item={item} isHidden={false} />
              }
            />
          </MenuPart>
        ))}
    </Stack>
  )
}

/** Its name is the way to where it is changed. */
function MenuPart({ menu, children }: { menu: Menu; children: ReactNode }) {
  return (
    <Stack gap={4} className={[classes.preview, classes.actionable].join(' ')}>
      <strong>
        <TextLink to={paths.manageRecord('menus', menu.id)}>{menu.name}</TextLink>
      </strong>
      {children}
    </Stack>
  )
}

interface HideButtonProps {
  role: RoleMenuProps
  menuId: string
  item: MenuItem
  isHidden: boolean
}

function HideButton({ role, menuId, item, isHidden }: HideButtonProps) {
  const name = nameOf(item)
  const hiding = { menuId, itemId: item.id, roleId: role.id }
  const hiddenItems = item.children.length > 0 ? `${name} and everything below it are` : `${name} is`
  return (
    <ActionButton
      type="text"
      size="small"
      aria-label={isHidden ? `Show ${name} to ${role.name}` : `Hide ${name} from ${role.name}`}
      changes={changed}
      action={async () => await setHidden(hiding, !isHidden)}
      undo={async () => await setHidden(hiding, isHidden)}
      done={
        isHidden
          ? `${name} is no longer hidden from ${role.name}.`
          : `${hiddenItems} hidden from ${role.name}. The rights of the role stay as they are.`
      }
    >
      {isHidden ? 'Show' : 'Hide'}
    </ActionButton>
  )
}

const changed = ['menu'] as const
