import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { MenuItemList } from '#web/features/menus/MenuItemList.tsx'
import { type MenuDraft, menuPreviewQuery } from '#web/features/menus/queries.ts'
import classes from '#web/features/menus/menus.module.css'
import { roleChoice } from '#web/records/choices/choices.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'

interface RolePreviewProps {
  roleId: string | null
  onRoleId: (roleId: string | null) => void
  draft: MenuDraft
}

/** What the side menu shows of a menu, as it is being edited, to somebody with one role alone. */
export function RolePreview({ roleId, onRoleId, draft }: RolePreviewProps) {
  const id = useId()
  return (
    <section className={classes.rolePreview} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Preview as a role</h2>
      <Stack gap={4} margin="0 0 16px" maxWidth={400}>
        <label htmlFor={id}>Role</label>
        <RecordSelect
          id={id}
          choice={roleChoice}
          placeholder="Choose a role"
          value={roleId}
          onChange={onRoleId}
        />
      </Stack>
      {roleId === null ? (
        <Hint margin="8px 0 0">
          Shows which of these items a user with that role sees, including unsaved changes.
        </Hint>
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
          <NoItems reason="A user with only this role sees no items of this menu." />
        ) : (
          <Stack gap={12} className={classes.preview}>
            <MenuItemList items={menu.tree} />
          </Stack>
        )
      }
    </QueryState>
  )
}
