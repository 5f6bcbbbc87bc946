import * as endpoints from '@callboard/contract/user-roles'
import type { RoleAssignment, User } from '@callboard/contract/users'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { userRolesQuery } from '#web/features/users/queries.ts'
import { RoleDatesModal } from '#web/features/users/RoleDatesModal.tsx'
import { send } from '#web/lib/api/api.ts'
import { useNow } from '#web/lib/now.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { endWords, invalidTermWords, startWords } from '#web/records/role-term.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { actionsHead } from '#web/ui/tables/column-kinds.tsx'

/** What the dialog edits: a new role, or the dates of one. */
type Given = 'new' | RoleAssignment

export function RolesTab({ user }: { user: User }) {
  const { id } = user
  const query = useQuery(userRolesQuery(id))
  const zone = useQuery(systemSettingsQuery).data?.defaultTimeZone
  const [given, setGiven] = useState<Given>()
  return (
    <Panel
      flush
      title="Roles"
      {...(zone !== undefined && { note: `Days in ${formatTimeZone(zone)} time` })}
      actions={
        <Button type="primary" disabled={zone === undefined} onClick={() => setGiven('new')}>
          Assign a role
        </Button>
      }
    >
      <QueryState
        query={query}
        isEmpty={(roles) => roles.length === 0}
        emptyReason={
          user.isAdmin
            ? 'Administrators do not need roles.'
            : 'Without a role, this user cannot do anything in the portal.'
        }
      >
        {(roles) => (
          <FitTable<RoleAssignment>
            rowKey="roleId"
            pagination={false}
            columns={columnsWith(zone ?? 'UTC', setGiven)}
            dataSource={roles}
          />
        )}
      </QueryState>
      {given !== undefined && zone !== undefined && (
        <RoleDatesModal
          userId={id}
          given={given === 'new' ? undefined : given}
          timeZone={zone}
          taken={(query.data ?? []).map(({ roleId }) => roleId)}
          onClose={() => setGiven(undefined)}
        />
      )}
    </Panel>
  )
}

function columnsWith(zone: string, onChange: (role: RoleAssignment) => void): FitColumn<RoleAssignment>[] {
  return [
    {
      key: 'role',
      title: 'Role',
      minWidth: 190,
      render: (_, role) => (
        <Stack gap={2} align="flex-start">
          <Link to={paths.manageRecord('roles', role.roleId)}>{role.roleName}</Link>
          <TermState role={role} zone={zone} />
        </Stack>
      ),
    },
    { key: 'from', title: 'From', minWidth: 150, render: (_, role) => startWords(role, zone) ?? 'always' },
    {
      key: 'until',
      title: 'Until, included',
      minWidth: 150,
      render: (_, role) => endWords(role, zone) ?? 'open',
    },
    {
      ...actionsHead,
      minWidth: 190,
      priority: 1,
      render: (_, role) => (
        <Flex gap={8} justify="end">
          <Button size="small" aria-label={`Dates of ${role.roleName}`} onClick={() => onChange(role)}>
            Dates
          </Button>
          <RemoveButton role={role} />
        </Flex>
      ),
    },
  ]
}

function RemoveButton({ role }: { role: RoleAssignment }) {
  const { userId, roleId, roleName, startDate, expiryDate } = role
  return (
    <ActionButton
      size="small"
      danger
      aria-label={`Remove ${roleName}`}
      question={{
        title: `Remove the role ${roleName}?`,
        content: 'They lose its rights immediately, even while signed in.',
        okText: 'Remove',
      }}
      action={() => send(endpoints.removeUserRole, { params: { id: userId, roleId } })}
      undo={() =>
        send(endpoints.addUserRole, { params: { id: userId }, body: { roleId, startDate, expiryDate } })
      }
      done={`Role ${roleName} removed.`}
      changes={['user', 'role']}
    >
      Remove
    </ActionButton>
  )
}

function TermState({ role, zone }: { role: RoleAssignment; zone: string }) {
  const words = invalidTermWords(role, { timeZone: zone, now: useNow() })
  if (words === undefined) return <Tag color="blue">Valid now</Tag>
  return <Tag>{words.charAt(0).toUpperCase() + words.slice(1)}</Tag>
}
