import { claims as allClaims, isClaim } from '@callboard/contract/claims'
import { formatCounted } from '@callboard/contract/format'
import * as endpoints from '@callboard/contract/roles'
import { Link } from 'react-router'
import { ClaimChoice } from '#web/features/roles/ClaimChoice.tsx'
import { send } from '#web/lib/api/api.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { FieldItem, LongTextItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { LoadedList } from '#web/records/lists/LoadedList.tsx'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint } from '#web/ui/layout.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

const RoleMenu = lazyExport(() => import('#web/features/menus/RoleMenu.tsx'), 'RoleMenu')
const RoleDashboard = lazyExport(() => import('#web/pages/manage/RoleDashboard.tsx'), 'RoleDashboard')

const column = columnsOf<endpoints.Role>('role')

export const pages = recordPages({
  kind: recordKind<endpoints.Role>('role', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('role', endpoints.getRole, { params: { id } }),
    body: endpoints.createRole.body,
  }),
  list: {
    description: 'Sets of rights, assigned to users for a period',
    search: listSearchOf(endpoints.roleSorts, {}),
    query: (state) => endpointQuery('role', endpoints.searchRoles, { body: searchBody(state) }),
    columns: [
      column.name(200),
      column.field('description', 160, { priority: 9 }),
      column.count('claims', 90, { title: 'Rights', of: ({ claims }) => claims.length }),
      column.count('userCount', 90, { title: 'Users', of: ({ userCount }) => userCount }),
    ],
  },
  record: {
    renderForm: (role) => <RoleForm role={role} />,
    renderDescription: ({ userCount }) => formatCounted(userCount, 'user'),
    tabs: [
      { key: 'users', label: 'Users', render: ({ id }) => <HolderList id={id} /> },
      {
        key: 'menu',
        label: 'Menu',
        isAdminOnly: true,
        render: ({ id, name }) => <RoleMenu id={id} name={name} />,
      },
      { key: 'dashboard', label: 'Dashboard', render: ({ id }) => <RoleDashboard id={id} /> },
    ],
    renderActions: ({ id, name, description, claims, isActive, userCount }) => (
      <DeleteRecordButton
        changes={['role']}
        name={name}
        isImpossible={userCount > 0}
        explanation={
          userCount > 0
            ? `It is assigned to ${formatCounted(userCount, 'user')}. Make it inactive instead.`
            : 'It is assigned to nobody.'
        }
        action={() => send(endpoints.deleteRole, { params: { id } })}
        undo={() =>
          send(endpoints.createRole, {
            body: { name, description, isActive, claims: claims.filter(isClaim) },
          })
        }
      />
    ),
  },
})

function RoleForm({ role }: { role: endpoints.Role | undefined }) {
  const { name = '', description = '', isActive = true, claims = [] } = role ?? {}
  const { isAdmin } = useCurrentUser()
  const known = allClaims.filter((claim) => claims.includes(claim))
  return (
    <RecordForm
      record={role}
      initialValues={{ name, description, isActive, claims: known }}
      create={(body) => send(endpoints.createRole, { body })}
      update={(values, { id, revision }) =>
        send(endpoints.updateRole, { params: { id }, body: { ...values, revision } })
      }
    >
      <TextItem name="name" />
      <LongTextItem name="description" />
      <SwitchItem name="isActive" extra="An inactive role gives its users no rights." />
      <FieldItem
        name="claims"
        label="Rights"
        extra={
          isAdmin && (
            <Hint margin="8px 0 0">
              What the side menu shows follows from these: see the tab Menu, which also hides items. Under{' '}
              <TextLink to={paths.manageList('menus')}>Menus</TextLink>, each item says which right it takes.
            </Hint>
          )
        }
      >
        <ClaimChoice />
      </FieldItem>
    </RecordForm>
  )
}

const holderColumns: readonly FitColumn<endpoints.RoleHolder>[] = [
  {
    key: 'userName',
    title: 'User',
    minWidth: 200,
    render: (_, holder) => <Link to={paths.manageRecord('users', holder.userId)}>{fullName(holder)}</Link>,
  },
  { key: 'userNameText', dataIndex: 'userName', title: 'User name', minWidth: 150, priority: 3 },
  timeColumn('startDate', { title: 'From', minWidth: 190, priority: 2, none: 'always' }),
  timeColumn('expiryDate', { title: 'Until', minWidth: 190, priority: 1, none: 'open' }),
]

const HoldersSearch = listSearchOf(['userName', 'expiryDate'], {})

function HolderList({ id }: { id: string }) {
  return (
    <LoadedList
      noun="users with this role"
      search={HoldersSearch}
      query={(state) =>
        endpointQuery('role', endpoints.searchRoleHolders, { params: { id }, body: searchBody(state) })
      }
      rowKey="userId"
      columns={holderColumns}
    />
  )
}
