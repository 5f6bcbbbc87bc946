import type { EntityGroup } from '@callboard/contract/entity-groups'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

export const entityGroupColumns: readonly FitColumn<EntityGroup>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('entitygroups', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 160, priority: 9 },
  {
    key: 'entityCount',
    dataIndex: 'entityCount',
    title: 'Entities',
    minWidth: 110,
    align: 'right',
    sorter: true,
  },
  { key: 'userCount', dataIndex: 'userCount', title: 'Users', minWidth: 100, align: 'right', sorter: true },
]
