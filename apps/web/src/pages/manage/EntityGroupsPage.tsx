import { entityGroupColumns } from '#web/features/entities/group-columns.tsx'
import {
  entityGroupKind,
  entityGroupsQuery,
  EntityGroupsSearch,
} from '#web/features/entities/group-queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function EntityGroupsPage() {
  return (
    <RecordListPage
      kind={entityGroupKind}
      noun="entity groups"
      description="Users who see only the calls of some locations, numbers or other entities"
      search={EntityGroupsSearch}
      query={entityGroupsQuery}
      columns={entityGroupColumns}
    />
  )
}
