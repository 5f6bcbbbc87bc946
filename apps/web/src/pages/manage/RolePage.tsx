import {
  createRole,
  deleteRole,
  getRole,
  type Role,
  searchRoleHolders,
  updateRole,
} from '@callboard/contract/roles'
import { holderColumns } from '#web/features/roles/columns.tsx'
import { RoleForm } from '#web/features/roles/RoleForm.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { LoadedList } from '#web/records/LoadedList.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

const HoldersSearch = listSearchOf(['userName', 'expiryDate'], {})

export function RolePage() {
  return (
    <RecordPage<Role>
      kind="roles"
      tableType="role"
      listName="Roles"
      newTitle="Add Role"
      titleOf={({ name }) => name}
      renderDescription={({ userCount }) =>
        userCount === 1 ? '1 user' : `${userCount.toLocaleString()} users`
      }
      load={(id, signal) => send(getRole, { params: { id } }, signal)}
      tabs={[
        {
          key: 'role',
          label: 'Role',
          render: (role, { taken, reload }) => (
            <RoleForm
              role={role}
              save={async (values) =>
                taken(
                  role === undefined
                    ? await send(createRole, { body: values })
                    : await send(updateRole, {
                        params: { id: role.id },
                        body: { ...values, revision: role.revision },
                      }),
                )
              }
              onReload={reload}
            />
          ),
        },
        { key: 'users', label: 'Users', isBare: true, render: (role) => role && <HolderList id={role.id} /> },
      ]}
      renderActions={({ id, name }) => (
        <DeleteRecordButton
          kind="roles"
          name={name}
          explanation="A role that somebody has cannot be deleted: make it inactive instead."
          remove={async () => await send(deleteRole, { params: { id } })}
        />
      )}
    />
  )
}

function HolderList({ id }: { id: string }) {
  return (
    <LoadedList
      kind="roles"
      noun="users with this role"
      search={HoldersSearch}
      load={(state, signal) => send(searchRoleHolders, { params: { id }, body: searchBody(state) }, signal)}
      columns={holderColumns}
      rowKey="userId"
    />
  )
}
