import { entitySorts } from '@callboard/contract/entities'
import {
  addGroupEntities,
  addGroupUsers,
  createEntityGroup,
  type EntityGroup,
  getEntityGroup,
  groupUserSorts,
  removeGroupEntities,
  removeGroupUsers,
  searchGroupEntities,
  searchGroupUsers,
  updateEntityGroup,
} from '@callboard/contract/entity-groups'
import { searchPortalUsers } from '@callboard/contract/users'
import { entityChoice } from '#web/features/entities/choices.ts'
import { mixedEntityColumns } from '#web/features/entities/columns.tsx'
import { groupUserColumns } from '#web/features/entity-groups/columns.tsx'
import { EntityGroupForm } from '#web/features/entity-groups/EntityGroupForm.tsx'
import { MemberList } from '#web/features/entity-groups/MemberList.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { nameWithSignIn } from '#web/records/portal-users-query.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

const kind = 'entitygroups'
const EntitiesSearch = listSearchOf(entitySorts, {})
const UsersSearch = listSearchOf(groupUserSorts, {})

export function EntityGroupPage() {
  return (
    <RecordPage<EntityGroup>
      kind={kind}
      tableType="entityGroup"
      listName="Entity Groups"
      newTitle="Add Entity Group"
      titleOf={({ name }) => name}
      renderDescription={({ entityCount, userCount, isActive }) => (
        <>
          {counted(entityCount, 'entity', 'entities')}, {counted(userCount, 'user', 'users')}{' '}
          <ActiveTag isActive={isActive} />
        </>
      )}
      load={(id, signal) => send(getEntityGroup, { params: { id } }, signal)}
      tabs={[
        {
          key: 'group',
          label: 'Group',
          render: (group, { taken, reload }) => (
            <EntityGroupForm
              group={group}
              save={async (body) =>
                taken(
                  group === undefined
                    ? await send(createEntityGroup, { body })
                    : await send(updateEntityGroup, {
                        body: { ...body, id: group.id, revision: group.revision },
                      }),
                )
              }
              onReload={reload}
            />
          ),
        },
        {
          key: 'entities',
          label: 'Entities',
          isBare: true,
          render: (group) => group && <Entities id={group.id} />,
        },
        { key: 'users', label: 'Users', isBare: true, render: (group) => group && <Users id={group.id} /> },
      ]}
    />
  )
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}

function Entities({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      kind={kind}
      noun="entities"
      search={EntitiesSearch}
      load={(state, signal) => send(searchGroupEntities, { params, body: searchBody(state) }, signal)}
      columns={mixedEntityColumns}
      choice={entityChoice}
      add={async (entityIds) => await send(addGroupEntities, { params, body: { entityIds } })}
      remove={async (entityIds) => await send(removeGroupEntities, { params, body: { entityIds } })}
    />
  )
}

function Users({ id }: { id: string }) {
  const params = { id }
  return (
    <MemberList
      kind={kind}
      noun="users"
      search={UsersSearch}
      load={(state, signal) => send(searchGroupUsers, { params, body: searchBody(state) }, signal)}
      columns={groupUserColumns}
      choice={userChoice}
      add={async (userIds) => await send(addGroupUsers, { params, body: { userIds } })}
      remove={async (userIds) => await send(removeGroupUsers, { params, body: { userIds } })}
    />
  )
}

const userChoice = {
  kind: 'users to add',
  search: async (keyword: string, signal: AbortSignal) => {
    const users = await send(searchPortalUsers, { query: keyword === '' ? {} : { keyword } }, signal)
    return users.map((user) => ({ value: user.id, label: nameWithSignIn(user) }))
  },
}
