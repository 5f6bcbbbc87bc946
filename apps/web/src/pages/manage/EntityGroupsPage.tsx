import { entityGroupSorts, searchEntityGroups } from '@callboard/contract/entity-groups'
import { entityGroupColumns } from '#web/features/entity-groups/columns.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const GroupsSearch = listSearchOf(entityGroupSorts, {})

export function EntityGroupsPage() {
  return (
    <RecordListPage
      kind="entitygroups"
      noun="entity groups"
      title="Entity Groups"
      description="Users who see only the calls of some locations, numbers or other entities"
      addLabel="Add Entity Group"
      search={GroupsSearch}
      load={(state, signal) => send(searchEntityGroups, { body: searchBody(state) }, signal)}
      columns={entityGroupColumns}
    />
  )
}
