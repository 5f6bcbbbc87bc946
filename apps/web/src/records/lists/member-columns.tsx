import type { GroupUser } from '@callboard/contract/entity-groups'
import { fullName } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'

/** Of the users of a group, of entities or reports. */
export const memberColumns: readonly FitColumn<GroupUser>[] = [
  {
    key: 'lastName',
    title: 'User',
    minWidth: 220,
    render: (_, user) => (
      <RecordName to={paths.manageRecord('users', user.id)} name={fullName(user)} isActive={user.isActive} />
    ),
  },
  { key: 'userName', dataIndex: 'userName', title: 'User name', minWidth: 160, priority: 1 },
]
