import type { EmailTemplate } from '@callboard/contract/email-templates'
import { Tag } from 'antd'
import { paths } from '#web/lib/paths.ts'
import { RecordName } from '#web/records/RecordName.tsx'
import type { FitColumn } from '#web/ui/fit-columns.ts'

export const emailTemplateColumns: readonly FitColumn<EmailTemplate>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 220,
    sorter: true,
    render: (_, { id, name, isActive, key, isDefault }) => (
      <RecordName to={paths.manageRecord('emailtemplates', id)} name={name} isActive={isActive}>
        {key !== null && <Tag>{isDefault ? 'As it came' : 'Changed'}</Tag>}
      </RecordName>
    ),
  },
  { key: 'subject', dataIndex: 'subject', title: 'Subject', minWidth: 260 },
  { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 320 },
]
