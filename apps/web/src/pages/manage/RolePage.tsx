import { isClaim } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/roles'
import { holderColumns } from '#web/features/roles/columns.tsx'
import { roleHoldersQuery, RoleHoldersSearch, roleKind } from '#web/features/roles/queries.ts'
import { RoleForm } from '#web/features/roles/RoleForm.tsx'
import { send } from '#web/lib/api.ts'
import { formatCounted } from '@callboard/contract/format'
import { RoleDashboard } from '#web/pages/manage/RoleDashboard.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { LoadedList } from '#web/records/LoadedList.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function RolePage() {
  return (
    <RecordPage
      kind={roleKind}
      formLabel="Role"
      renderForm={(role) => <RoleForm role={role} />}
      renderDescription={({ userCount }) => formatCounted(userCount, 'user')}
      tabs={[
        { key: 'users', label: 'Users', render: ({ id }) => <HolderList id={id} /> },
        { key: 'dashboard', label: 'Dashboard', render: ({ id }) => <RoleDashboard id={id} /> },
      ]}
      renderActions={({ id, name, description, claims, isActive }) => (
        <DeleteRecordButton
          type="role"
          name={name}
          explanation="A role that somebody has cannot be deleted: make it inactive instead."
          action={() => send(endpoints.deleteRole, { params: { id } })}
          undo={() =>
            send(endpoints.createRole, {
              body: { name, description, isActive, claims: claims.filter(isClaim) },
            })
          }
        />
      )}
    />
  )
}

function HolderList({ id }: { id: string }) {
  return (
    <LoadedList
      noun="users with this role"
      search={RoleHoldersSearch}
      query={(state) => roleHoldersQuery(id, state)}
      columns={holderColumns}
      rowKey="userId"
    />
  )
}
