import * as endpoints from '@callboard/contract/entity-groups'
import { mixedEntityColumns } from '#web/features/entities/columns.tsx'
import { EntityGroupForm } from '#web/features/entities/EntityGroupForm.tsx'
import { memberColumns } from '#web/records/member-columns.tsx'
import {
  entityGroupKind,
  GroupEntitiesSearch,
  groupEntitiesQuery,
  groupUsersQuery,
  GroupUsersSearch,
} from '#web/features/entities/group-queries.ts'
import { MemberList } from '#web/records/MemberList.tsx'
import { entityChoice } from '#web/features/entities/queries.ts'
import { send } from '#web/lib/api.ts'
import { formatCounted } from '@callboard/contract/format'
import { portalUserChoice } from '#web/records/portal-user-choice.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

export function EntityGroupPage() {
  return (
    <RecordPage
      kind={entityGroupKind}
      formLabel="Group"
      renderForm={(group) => <EntityGroupForm group={group} />}
      renderDescription={({ entityCount, userCount, isActive }) => (
        <>
          {formatCounted(entityCount, 'entity', 'entities')}, {formatCounted(userCount, 'user')}{' '}
          <ActiveTag isActive={isActive} />
        </>
      )}
      tabs={[
        { key: 'entities', label: 'Entities', render: ({ id }) => <Entities id={id} /> },
        { key: 'users', label: 'Users', render: ({ id }) => <Users id={id} /> },
      ]}
    />
  )
}

function Entities({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      noun="entities"
      search={GroupEntitiesSearch}
      query={(state) => groupEntitiesQuery(id, state)}
      columns={mixedEntityColumns}
      choice={entityChoice}
      changes={['entityGroup']}
      add={(entityIds) => send(endpoints.addGroupEntities, { params, body: { entityIds } })}
      remove={(entityIds) => send(endpoints.removeGroupEntities, { params, body: { entityIds } })}
    />
  )
}

function Users({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      noun="users"
      search={GroupUsersSearch}
      query={(state) => groupUsersQuery(id, state)}
      columns={memberColumns}
      choice={portalUserChoice}
      changes={['entityGroup', 'user']}
      add={(userIds) => send(endpoints.addGroupUsers, { params, body: { userIds } })}
      remove={(userIds) => send(endpoints.removeGroupUsers, { params, body: { userIds } })}
    />
  )
}
