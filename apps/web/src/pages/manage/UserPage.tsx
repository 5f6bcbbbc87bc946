import { addGroupUsers, removeGroupUsers } from '@callboard/contract/entity-groups'
import { addGroupUser, removeGroupUser } from '@callboard/contract/report-groups'
import type { User } from '@callboard/contract/users'
import { useQuery } from '@tanstack/react-query'
import { reportMenuQuery } from '#web/features/report-view/queries.ts'
import { ReportMenuCards } from '#web/features/report-view/menu/ReportMenuCards.tsx'
import { SavedReportsTab } from '#web/features/report-view/menu/SavedReportsTab.tsx'
import { MembershipTab } from '#web/features/users/MembershipTab.tsx'
import { PropertiesTab } from '#web/features/users/PropertiesTab.tsx'
import {
  groupChoiceOf,
  userEntityGroupsQuery,
  userGroupsQuery,
  userKind,
} from '#web/features/users/queries.ts'
import { RolesTab } from '#web/features/users/RolesTab.tsx'
import { SignInTab } from '#web/features/users/SignInTab.tsx'
import { UserActions } from '#web/features/users/UserActions.tsx'
import { UserForm } from '#web/features/users/UserForm.tsx'
import { send } from '#web/lib/api/api.ts'
import { entityGroupChoice } from '#web/records/choices/choices.ts'
import { fullName } from '#web/lib/session/current-user.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { SignInList } from '#web/records/sign-ins/SignInList.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

export function UserPage() {
  return (
    <RecordPage
      kind={userKind}
      formLabel="Profile"
      renderForm={(user) => <UserForm user={user} />}
      tabs={[
        { key: 'roles', label: 'Roles', render: (user) => <RolesTab user={user} /> },
        { key: 'groups', label: 'Groups', render: (user) => <GroupsTab user={user} /> },
        { key: 'reports', label: 'Reports', render: ({ id }) => <ReportsTab id={id} /> },
        { key: 'entitygroups', label: 'Entity Groups', render: ({ id }) => <EntityGroupsTab id={id} /> },
        {
          key: 'savedreports',
          label: 'Saved Reports',
          render: ({ id }) => <SavedReportsTab userId={id} />,
        },
        { key: 'properties', label: 'Properties', render: (user) => <PropertiesTab user={user} /> },
        { key: 'password', label: 'Security', render: (user) => <SignInTab user={user} /> },
        { key: 'signins', label: 'Sign-ins', render: ({ id }) => <SignInsTab id={id} /> },
      ]}
      renderDescription={(user) => (
        <>
          {fullName(user) !== user.userName && user.userName}{' '}
          <ActiveTag isActive={user.isActive} isDeleted={user.isDeleted} />
        </>
      )}
      renderActions={(user) => <UserActions user={user} />}
    />
  )
}

function SignInsTab({ id }: { id: string }) {
  return (
    <Panel flush label="Sign-ins">
      <SignInList of="user" search={{ userId: id }} emptyReason="No sign-ins recorded yet." />
    </Panel>
  )
}

function GroupsTab({ user: { id, customerId } }: { user: User }) {
  return (
    <MembershipTab
      title="Groups"
      type="reportGroup"
      path="groups"
      note="Groups give users reports, and the calls of their customers"
      emptyReason="Without a group, the user has no reports and sees only the calls of their own customer."
      query={userGroupsQuery(id)}
      choice={groupChoiceOf(customerId)}
      add={(groupId) => send(addGroupUser, { params: { groupId }, body: { userId: id } })}
      remove={(groupId) => send(removeGroupUser, { params: { id: groupId, userId: id } })}
    />
  )
}

/** As they find them themselves. */
function ReportsTab({ id }: { id: string }) {
  const query = useQuery(reportMenuQuery(id))
  return (
    <QueryState
      query={query}
      isEmpty={({ groups }) => groups.length === 0}
      emptyReason="This user sees no reports. They need the right to view reports and a group with a report set."
    >
      {({ groups }) => <ReportMenuCards groups={groups} />}
    </QueryState>
  )
}

function EntityGroupsTab({ id }: { id: string }) {
  const body = { userIds: [id] }
  return (
    <MembershipTab
      title="Entity Groups"
      type="entityGroup"
      path="entitygroups"
      note="Entity groups limit the calls that a user sees"
      emptyReason="Without an entity group, the user sees all calls of their customers."
      removalWords={(groups) =>
        groups.length > 1
          ? 'They will see fewer calls: only those of the groups that are left.'
          : 'No limit will be left: they will see all calls of their customers.'
      }
      query={userEntityGroupsQuery(id)}
      choice={entityGroupChoice}
      add={(groupId) => send(addGroupUsers, { params: { id: groupId }, body })}
      remove={(groupId) => send(removeGroupUsers, { params: { id: groupId }, body })}
    />
  )
}
