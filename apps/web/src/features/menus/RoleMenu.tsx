import { previewMenus } from '@callboard/contract/menus'
import { useQuery } from '@tanstack/react-query'
import { MenuItemList } from '#web/features/menus/MenuItemList.tsx'
import { byPlace } from '#web/features/menus/queries.ts'
import classes from '#web/features/menus/menus.module.css'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** What the side menu shows to somebody with this role alone, each menu with the way to where it is changed. */
export function RoleMenu({ id }: { id: string }) {
  const query = useQuery(endpointQuery('menu', previewMenus, { body: { roleId: id } }))
  return (
    <Panel title="Side menu of this role">
      <Stack gap={16}>
        <Hint margin="0">
          What a user with only this role sees. Each item takes a right, which its menu says; the rights of
          the role are under Role.
        </Hint>
        <QueryState
          query={query}
          isEmpty={(menus) => menus.every(({ tree }) => tree.length === 0)}
          emptyReason="A user with only this role sees no menu."
        >
          {(menus) => (
            <Stack gap={16}>
              {menus
                .filter(({ tree }) => tree.length > 0)
                .toSorted(byPlace)
                .map((menu) => (
                  <Stack key={menu.id} gap={4} className={classes.preview}>
                    <strong>
                      <TextLink to={paths.manageRecord('menus', menu.id)}>{menu.name}</TextLink>
                    </strong>
                    <MenuItemList items={menu.tree} />
                  </Stack>
                ))}
            </Stack>
          )}
        </QueryState>
      </Stack>
    </Panel>
  )
}
