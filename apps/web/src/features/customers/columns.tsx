import type { Customer } from '@callboard/contract/customers'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

export const customerColumns: readonly FitColumn<Customer>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 240,
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('customers', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'code', dataIndex: 'code', title: 'Code', minWidth: 100, sorter: true },
  {
    key: 'timeZone',
    title: 'Time zone',
    minWidth: 190,
    sorter: true,
    render: (_, { timeZone }) => timeZone.replaceAll('_', ' '),
  },
  { key: 'currency', dataIndex: 'currency', title: 'Currency', minWidth: 100 },
  { key: 'country', dataIndex: 'country', title: 'Country', minWidth: 100 },
  {
    key: 'legacyReportingCid',
    dataIndex: 'legacyReportingCid',
    title: 'Legacy id',
    minWidth: 130,
  },
]
