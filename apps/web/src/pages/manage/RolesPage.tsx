import { roleColumns } from '#web/features/roles/columns.tsx'
import { roleKind, rolesQuery, RolesSearch } from '#web/features/roles/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function RolesPage() {
  return (
    <RecordListPage
      kind={roleKind}
      noun="roles"
      description="Named sets of rights that users have for a time"
      search={RolesSearch}
      query={rolesQuery}
      columns={roleColumns}
    />
  )
}
