import { type GroupUser, groupUserSorts } from '@callboard/contract/entity-groups'
import { formatCounted } from '@callboard/contract/format'
import * as endpoints from '@callboard/contract/report-groups'
import { Link } from 'react-router'
import { reportSetColumns } from '#web/features/report-library/columns.tsx'
import { reportSetsQuery, ReportSetsSearch } from '#web/features/report-library/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { fullName } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { customerChoice, reportSetChoice } from '#web/records/choices/choices.ts'
import { FieldItem, LongTextItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { memberColumns } from '#web/records/lists/member-columns.tsx'
import { MemberList } from '#web/records/lists/MemberList.tsx'
import { portalUserChoice } from '#web/records/choices/portal-user-choice.ts'
import type { Choice } from '#web/records/choices/record-choice.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'

const column = columnsOf<endpoints.ReportGroup>('reportGroup')

export const pages = recordPages({
  kind: recordKind<endpoints.ReportGroup>('reportGroup', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('reportGroup', endpoints.getReportGroup, { params: { id } }),
    body: endpoints.createReportGroup.body,
  }),
  list: {
    description: 'Users, their reports, and the customers whose calls they see',
    search: listSearchOf(endpoints.reportGroupSorts, {}),
    query: (state) => endpointQuery('reportGroup', endpoints.searchReportGroups, { body: searchBody(state) }),
    columns: [
      column.name(220),
      column.field('description', 200, { priority: 9 }),
      column.count('setCount', 80, { title: 'Sets', of: ({ setIds }) => setIds.length }),
      column.count('customerCount', 120, { title: 'Customers', of: ({ customerIds }) => customerIds.length }),
      column.count('userCount', 90, { title: 'Users', of: ({ userIds }) => userIds.length }),
    ],
  },
  record: {
    renderForm: (group) => <ReportGroupForm group={group} />,
    renderDescription: ({ setIds, customerIds, userIds, isActive }) => (
      <>
        {formatCounted(setIds.length, 'report set')}, {formatCounted(customerIds.length, 'customer')},{' '}
        {formatCounted(userIds.length, 'user')} <ActiveTag isActive={isActive} />
      </>
    ),
    tabs: [
      { key: 'sets', label: 'Report Sets', render: ({ id }) => <Sets id={id} /> },
      { key: 'customers', label: 'Customers', render: ({ id }) => <Customers id={id} /> },
      { key: 'users', label: 'Users', render: ({ id }) => <Users id={id} /> },
    ],
  },
})

interface Values {
  name: string
  description: string
  isActive: boolean
  /** Of a new one; later they are in lists of their own. */
  sets?: Choice[]
  customers?: Choice[]
  users?: Choice[]
}

const idsOf = (chosen: readonly Choice[] = []) => chosen.map(({ value }) => value)

function ReportGroupForm({ group }: { group: endpoints.ReportGroup | undefined }) {
  const { name = '', description = '', isActive = true } = group ?? {}
  const fields = { name, description, isActive }
  return (
    <RecordForm<endpoints.ReportGroup, Values>
      record={group}
      initialValues={group === undefined ? { ...fields, sets: [], customers: [], users: [] } : fields}
      create={({ sets, customers, users, ...values }) =>
        send(endpoints.createReportGroup, {
          body: { ...values, setIds: idsOf(sets), customerIds: idsOf(customers), userIds: idsOf(users) },
        })
      }
      update={(values, { id, revision }) =>
        send(endpoints.updateReportGroup, { body: { ...values, id, revision } })
      }
    >
      <TextItem name="name" />
      <LongTextItem name="description" />
      {group === undefined && (
        <>
          <FieldItem name="sets" label="Report Sets" extra="Reports for the users of this group.">
            <RecordMultiSelect choice={reportSetChoice} placeholder="Find report sets" />
          </FieldItem>
          <FieldItem
            name="customers"
            label="Customers"
            extra="Users see the calls of these customers in addition to their own customer."
          >
            <RecordMultiSelect choice={customerChoice} placeholder="Find customers" />
          </FieldItem>
          <FieldItem name="users" label="Users">
            <RecordMultiSelect choice={portalUserChoice} placeholder="Find users" />
          </FieldItem>
        </>
      )}
      <SwitchItem name="isActive" extra="An inactive group gives its users neither reports nor calls." />
    </RecordForm>
  )
}

/** The specification links one at a time. */
async function each(ids: readonly string[], link: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) await link(id)
}

function Sets({ id }: { id: string }) {
  return (
    <MemberList
      noun="report sets"
      search={ReportSetsSearch}
      query={(state) => reportSetsQuery(state, id)}
      columns={reportSetColumns}
      choice={reportSetChoice}
      changes={['reportGroup', 'reportSet', 'report']}
      add={(ids) => each(ids, (setId) => send(endpoints.addGroupSet, { params: { id }, body: { setId } }))}
      remove={(ids) => each(ids, (setId) => send(endpoints.removeGroupSet, { params: { id, setId } }))}
    />
  )
}

const CustomersSearch = listSearchOf(endpoints.groupCustomerSorts, {})
const customerColumn = columnsOf<endpoints.GroupCustomer>('customer')

function Customers({ id }: { id: string }) {
  const params = { groupId: id }
  return (
    <MemberList
      noun="customers"
      search={CustomersSearch}
      query={(state) =>
        endpointQuery('reportGroup', endpoints.searchReportGroupCustomers, {
          params: { id },
          body: searchBody(state),
        })
      }
      columns={[
        customerColumn.name(220, { title: 'Customer' }),
        customerColumn.field('code', 140, { priority: 1 }),
      ]}
      choice={customerChoice}
      changes={['reportGroup', 'customer']}
      add={(ids) =>
        each(ids, (customerId) => send(endpoints.addGroupCustomer, { params, body: { customerId } }))
      }
      remove={(ids) =>
        each(ids, (customerId) => send(endpoints.removeGroupCustomer, { params: { id, customerId } }))
      }
    />
  )
}

const UsersSearch = listSearchOf(groupUserSorts, {})
const userColumns: readonly FitColumn<GroupUser>[] = [
  ...memberColumns,
  {
    key: 'reports',
    title: 'Reports',
    minWidth: 120,
    render: (_, user) => (
      <Link
        to={`${paths.manageRecord('users', user.id)}?tab=reports`}
        aria-label={`Reports of ${fullName(user)}`}
      >
        View reports
      </Link>
    ),
  },
]

function Users({ id }: { id: string }) {
  const params = { groupId: id }
  return (
    <MemberList
      noun="users"
      search={UsersSearch}
      query={(state) =>
        endpointQuery('reportGroup', endpoints.searchReportGroupUsers, {
          params: { id },
          body: searchBody(state),
        })
      }
      columns={userColumns}
      choice={portalUserChoice}
      changes={['reportGroup', 'user', 'report']}
      add={(ids) => each(ids, (userId) => send(endpoints.addGroupUser, { params, body: { userId } }))}
      remove={(ids) => each(ids, (userId) => send(endpoints.removeGroupUser, { params: { id, userId } }))}
    />
  )
}
