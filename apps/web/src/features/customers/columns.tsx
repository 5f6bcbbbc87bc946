import type { Customer } from '@callboard/contract/customers'
import type { TableColumnsType } from 'antd'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'

export const customerColumns: TableColumnsType<Customer> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, name, isActive }) => (
      <RecordName to={paths.manageRecord('customers', id)} name={name} isActive={isActive} />
    ),
  },
  { key: 'code', dataIndex: 'code', title: 'Code', sorter: true },
  {
    key: 'timeZone',
    title: 'Time zone',
    sorter: true,
    responsive: ['md'],
    render: (_, { timeZone }) => timeZone.replaceAll('_', ' '),
  },
  { key: 'currency', dataIndex: 'currency', title: 'Currency', responsive: ['lg'] },
  { key: 'country', dataIndex: 'country', title: 'Country', responsive: ['lg'] },
  {
    key: 'legacyReportingCid',
    dataIndex: 'legacyReportingCid',
    title: 'Legacy id',
    responsive: ['lg'],
  },
]
