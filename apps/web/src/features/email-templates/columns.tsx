import type { EmailTemplate } from '@callboard/contract/email-templates'
import { type TableColumnsType, Tag } from 'antd'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'

export const emailTemplateColumns: TableColumnsType<EmailTemplate> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, name, isActive, key, isDefault }) => (
      <RecordName to={paths.manageRecord('emailtemplates', id)} name={name} isActive={isActive}>
        {key !== null && <Tag>{isDefault ? 'As it came' : 'Changed'}</Tag>}
      </RecordName>
    ),
  },
  { key: 'subject', dataIndex: 'subject', title: 'Subject', responsive: ['md'] },
  { key: 'description', dataIndex: 'description', title: 'Description', responsive: ['lg'] },
]
