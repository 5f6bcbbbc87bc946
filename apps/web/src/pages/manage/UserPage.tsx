import { addGroupUsers, removeGroupUsers } from '@callboard/contract/entity-groups'
import { createUser, updateUser } from '@callboard/contract/manage-users'
import {
  addGroupUser,
  listUserEntityGroups,
  listUserGroups,
  removeGroupUser,
} from '@callboard/contract/report-groups'
import { getUser, type User } from '@callboard/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { entityGroupChoice, groupChoice } from '#web/features/users/choices.ts'
import { MembershipTab } from '#web/features/users/MembershipTab.tsx'
import { SignInTab } from '#web/features/users/SignInTab.tsx'
import { PropertiesTab } from '#web/features/users/PropertiesTab.tsx'
import { RolesTab } from '#web/features/users/RolesTab.tsx'
import { bodyOfNewUser, bodyOfUser } from '#web/features/users/user-values.ts'
import { UserActions } from '#web/features/users/UserActions.tsx'
import { UserForm } from '#web/features/users/UserForm.tsx'
import { send } from '#web/lib/api.ts'
import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { meQuery } from '#web/lib/me-query.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function UserPage() {
  const me = useCurrentUser()
  const client = useQueryClient()
  return (
    <RecordPage<User>
      kind="users"
      listName="Users"
      newTitle="Add User"
      tableType="user"
      titleOf={fullName}
      renderDescription={(user) => (
        <>
          {fullName(user) !== user.userName && user.userName}{' '}
          <ActiveTag isActive={user.isActive} isDeleted={user.isDeleted} />
        </>
      )}
      load={(id, signal) => send(getUser, { params: { id } }, signal)}
      tabs={[
        {
          key: 'profile',
          label: 'Profile',
          render: (user, { taken, reload }) => (
            <UserForm
              user={user}
              save={async (values) => {
                if (user === undefined) return taken(await send(createUser, { body: bodyOfNewUser(values) }))
                const body = { ...bodyOfUser(values), revision: user.revision }
                taken(await send(updateUser, { params: { id: user.id }, body }))
                // The frame has one's own name and picture.
                if (user.id === me.id) await client.invalidateQueries(meQuery)
              }}
              onReload={reload}
            />
          ),
        },
        { key: 'roles', label: 'Roles', isBare: true, render: (user) => user && <RolesTab user={user} /> },
        {
          key: 'groups',
          label: 'Groups',
          isBare: true,
          render: (user) => user && <GroupsTab id={user.id} />,
        },
        {
          key: 'entitygroups',
          label: 'Entity groups',
          isBare: true,
          render: (user) => user && <EntityGroupsTab id={user.id} />,
        },
        { key: 'properties', label: 'Properties', render: (user) => user && <PropertiesTab user={user} /> },
        {
          key: 'password',
          label: 'Sign-in',
          isBare: true,
          render: (user) => user && <SignInTab user={user} />,
        },
      ]}
      renderActions={(user, { taken }) => <UserActions user={user} taken={taken} />}
    />
  )
}

function GroupsTab({ id }: { id: string }) {
  return (
    <MembershipTab
      userId={id}
      title="Groups"
      kind="groups"
      note="Reports to run, and customers whose calls they see"
      emptyReason="In no group they find no reports, and see the calls of their own customer alone."
      load={async (signal) => await send(listUserGroups, { params: { id } }, signal)}
      editing={{
        choice: groupChoice,
        add: async (groupId) => await send(addGroupUser, { params: { groupId }, body: { userId: id } }),
        remove: async (groupId) => await send(removeGroupUser, { params: { id: groupId, userId: id } }),
      }}
    />
  )
}

function EntityGroupsTab({ id }: { id: string }) {
  return (
    <MembershipTab
      userId={id}
      title="Entity groups"
      kind="entitygroups"
      note="They narrow the calls that somebody sees to those of their entities"
      emptyReason="In no entity group they see every call of their customers."
      load={async (signal) => await send(listUserEntityGroups, { params: { id } }, signal)}
      editing={{
        choice: entityGroupChoice,
        add: async (groupId) =>
          await send(addGroupUsers, { params: { id: groupId }, body: { userIds: [id] } }),
        remove: async (groupId) =>
          await send(removeGroupUsers, { params: { id: groupId }, body: { userIds: [id] } }),
      }}
    />
  )
}
