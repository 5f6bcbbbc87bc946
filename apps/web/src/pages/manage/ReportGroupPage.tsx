import * as endpoints from '@callboard/contract/report-groups'
import {
  groupCustomerColumns,
  groupUserColumns,
  reportSetColumns,
} from '#web/features/report-library/columns.tsx'
import {
  groupCustomersQuery,
  GroupCustomersSearch,
  groupUsersQuery,
  GroupUsersSearch,
  reportGroupKind,
  reportSetsQuery,
  ReportSetsSearch,
} from '#web/features/report-library/queries.ts'
import { ReportGroupForm } from '#web/features/report-library/ReportGroupForm.tsx'
import { send } from '#web/lib/api.ts'
import { formatCounted } from '@callboard/contract/format'
import { customerChoice, reportSetChoice } from '#web/records/choices.ts'
import { MemberList } from '#web/records/MemberList.tsx'
import { portalUserChoice } from '#web/records/portal-user-choice.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

export function ReportGroupPage() {
  return (
    <RecordPage
      kind={reportGroupKind}
      formLabel="Group"
      renderForm={(group) => <ReportGroupForm group={group} />}
      renderDescription={({ setIds, customerIds, userIds, isActive }) => (
        <>
          {formatCounted(setIds.length, 'report set')}, {formatCounted(customerIds.length, 'customer')},{' '}
          {formatCounted(userIds.length, 'user')} <ActiveTag isActive={isActive} />
        </>
      )}
      tabs={[
        { key: 'sets', label: 'Report Sets', render: ({ id }) => <Sets id={id} /> },
        { key: 'customers', label: 'Customers', render: ({ id }) => <Customers id={id} /> },
        { key: 'users', label: 'Users', render: ({ id }) => <Users id={id} /> },
      ]}
    />
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

function Customers({ id }: { id: string }) {
  const params = { groupId: id }
  return (
    <MemberList
      noun="customers"
      search={GroupCustomersSearch}
      query={(state) => groupCustomersQuery(id, state)}
      columns={groupCustomerColumns}
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

function Users({ id }: { id: string }) {
  const params = { groupId: id }
  return (
    <MemberList
      noun="users"
      search={GroupUsersSearch}
      query={(state) => groupUsersQuery(id, state)}
      columns={groupUserColumns}
      choice={portalUserChoice}
      changes={['reportGroup', 'user', 'report']}
      add={(ids) => each(ids, (userId) => send(endpoints.addGroupUser, { params, body: { userId } }))}
      remove={(ids) => each(ids, (userId) => send(endpoints.removeGroupUser, { params: { id, userId } }))}
    />
  )
}
