import { entitySorts } from '@callboard/contract/entities'
import * as endpoints from '@callboard/contract/entity-groups'
import { formatCounted } from '@callboard/contract/format'
import { mixedEntityColumns } from '#web/features/entities/columns.tsx'
import { entityChoice } from '#web/features/entities/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { LongTextItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { memberColumns } from '#web/records/lists/member-columns.tsx'
import { MemberList } from '#web/records/lists/MemberList.tsx'
import { portalUserChoice } from '#web/records/choices/portal-user-choice.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

const column = columnsOf<endpoints.EntityGroup>('entityGroup')

export const pages = recordPages({
  kind: recordKind<endpoints.EntityGroup>('entityGroup', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('entityGroup', endpoints.getEntityGroup, { params: { id } }),
    body: endpoints.createEntityGroup.body,
  }),
  list: {
    description: 'Limit users to the calls of some locations, numbers or other entities',
    search: listSearchOf(endpoints.entityGroupSorts, {}),
    query: (state) => endpointQuery('entityGroup', endpoints.searchEntityGroups, { body: searchBody(state) }),
    columns: [
      column.name(220),
      column.field('description', 160, { priority: 9 }),
      column.count('entityCount', 110, { title: 'Entities', of: ({ entityCount }) => entityCount }),
      column.count('userCount', 100, { title: 'Users', of: ({ userCount }) => userCount }),
    ],
  },
  record: {
    formLabel: 'Group',
    renderForm: (group) => <EntityGroupForm group={group} />,
    renderDescription: ({ entityCount, userCount, isActive }) => (
      <>
        {formatCounted(entityCount, 'entity', 'entities')}, {formatCounted(userCount, 'user')}{' '}
        <ActiveTag isActive={isActive} />
      </>
    ),
    tabs: [
      { key: 'entities', label: 'Entities', render: ({ id }) => <Entities id={id} /> },
      { key: 'users', label: 'Users', render: ({ id }) => <Users id={id} /> },
    ],
  },
})

function EntityGroupForm({ group }: { group: endpoints.EntityGroup | undefined }) {
  const { name = '', description = '', isActive = true } = group ?? {}
  return (
    <RecordForm
      record={group}
      initialValues={{ name, description, isActive }}
      create={(body) => send(endpoints.createEntityGroup, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateEntityGroup, { body: { ...values, id, revision } })
      }
    >
      <TextItem name="name" />
      <LongTextItem name="description" />
      <SwitchItem
        name="isActive"
        extra="An inactive group still restricts its users: they see no calls through it."
      />
    </RecordForm>
  )
}

const EntitiesSearch = listSearchOf(entitySorts, {})

function Entities({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      noun="entities"
      search={EntitiesSearch}
      query={(state) =>
        endpointQuery('entityGroup', endpoints.searchGroupEntities, { params, body: searchBody(state) })
      }
      columns={mixedEntityColumns}
      choice={entityChoice}
      changes={['entityGroup']}
      add={(entityIds) => send(endpoints.addGroupEntities, { params, body: { entityIds } })}
      remove={(entityIds) => send(endpoints.removeGroupEntities, { params, body: { entityIds } })}
    />
  )
}

const UsersSearch = listSearchOf(endpoints.groupUserSorts, {})

function Users({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      noun="users"
      search={UsersSearch}
      query={(state) =>
        endpointQuery('entityGroup', endpoints.searchGroupUsers, { params, body: searchBody(state) })
      }
      columns={memberColumns}
      choice={portalUserChoice}
      changes={['entityGroup', 'user']}
      add={(userIds) => send(endpoints.addGroupUsers, { params, body: { userIds } })}
      remove={(userIds) => send(endpoints.removeGroupUsers, { params, body: { userIds } })}
    />
  )
}
