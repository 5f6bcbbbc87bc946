import type { GroupUser } from '@callboard/contract/entity-groups'
import type { GroupCustomer, ReportGroup } from '@callboard/contract/report-groups'
import { reportPage } from '@callboard/contract/reports'
import type { ReportSet } from '@callboard/contract/report-sets'
import { Link } from 'react-router'
import { ReportActivation } from '#web/features/report-library/ReportActivation.tsx'
import type { FoundReport } from '#web/features/report-library/queries.ts'
import { fullName } from '#web/lib/current-user.ts'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { paths } from '#web/lib/paths.ts'
import { memberColumns } from '#web/records/member-columns.tsx'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

const kindWords = { summary: 'Figures', details: 'Calls' } as const

export const managedReportColumns: readonly FitColumn<FoundReport>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('reports', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 260, priority: 9 },
  {
    key: 'kind',
    title: 'Shows',
    minWidth: 90,
    sorter: true,
    priority: 2,
    render: (_, { kind }) => kindWords[kind],
  },
  {
    key: 'setCount',
    title: 'Sets',
    minWidth: 80,
    align: 'right',
    sorter: true,
    render: (_, { setIds = [] }) => setIds.length,
  },
  {
    key: 'exportTypes',
    title: 'Files',
    minWidth: 90,
    priority: 3,
    render: (_, { exportTypeIds }) => (exportTypeIds === null ? 'all' : filesOf(exportTypeIds)),
  },
  {
    key: 'actions',
    title: 'Actions',
    isUnlabelled: true,
    minWidth: 170,
    priority: 1,
    align: 'right',
    render: (_, report) => (
      <>
        {report.isActive && (
          <Link to={reportPage(report.id)} aria-label={`Run ${report.name}`}>
            Run
          </Link>
        )}{' '}
        <ReportActivation report={report} />
      </>
    ),
  },
]

/** JSON, which is always among them, is for programs. */
function filesOf(exportTypeIds: readonly string[]): string {
  return exportTypeIds.length < 2 ? 'none' : formatCounted(exportTypeIds.length - 1, 'type')
}

export const reportSetColumns: readonly FitColumn<ReportSet>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('reportsets', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 260, priority: 9 },
  {
    key: 'reportCount',
    title: 'Reports',
    minWidth: 110,
    align: 'right',
    sorter: true,
    render: (_, { reportIds }) => reportIds.length,
  },
  {
    key: 'order',
    dataIndex: 'order',
    title: 'Order',
    minWidth: 90,
    priority: 1,
    align: 'right',
    sorter: true,
  },
]

export const reportGroupColumns: readonly FitColumn<ReportGroup>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('groups', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 200, priority: 9 },
  {
    key: 'setCount',
    title: 'Sets',
    minWidth: 80,
    align: 'right',
    sorter: true,
    render: (_, { setIds }) => formatCount(setIds.length),
  },
  {
    key: 'customerCount',
    title: 'Customers',
    minWidth: 120,
    align: 'right',
    sorter: true,
    render: (_, { customerIds }) => formatCount(customerIds.length),
  },
  {
    key: 'userCount',
    title: 'Users',
    minWidth: 90,
    align: 'right',
    sorter: true,
    render: (_, { userIds }) => formatCount(userIds.length),
  },
]

export const groupUserColumns: readonly FitColumn<GroupUser>[] = [
  ...memberColumns,
  {
    key: 'reports',
    title: 'Finds',
    minWidth: 120,
    render: (_, user) => (
      <Link
        to={`${paths.manageRecord('users', user.id)}?tab=reports`}
        aria-label={`Reports that ${fullName(user)} finds`}
      >
        Their reports
      </Link>
    ),
  },
]

export const groupCustomerColumns: readonly FitColumn<GroupCustomer>[] = [
  {
    key: 'name',
    title: 'Customer',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('customers', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'code', dataIndex: 'code', title: 'Code', minWidth: 140, priority: 1, sorter: true },
]
