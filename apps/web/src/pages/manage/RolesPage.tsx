import { roleSorts, searchRoles } from '@callboard/contract/roles'
import { roleColumns } from '#web/features/roles/columns.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const RolesSearch = listSearchOf(roleSorts, {})

export function RolesPage() {
  return (
    <RecordListPage
      kind="roles"
      noun="roles"
      title="Roles"
      description="Named sets of rights that users have for a time"
      addLabel="Add Role"
      search={RolesSearch}
      load={(state, signal) => send(searchRoles, { body: searchBody(state) }, signal)}
      columns={roleColumns}
    />
  )
}
