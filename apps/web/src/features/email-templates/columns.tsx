import type { EmailTemplate } from '@callboard/contract/email-templates'
import { type TableColumnsType, Tag } from 'antd'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

export const emailTemplateColumns: TableColumnsType<EmailTemplate> = [
  {
    key: 'name',
    title: 'Name',
    sorter: true,
    render: (_, { id, name, isActive, key, isDefault }) => (
      <>
        <Link to={paths.manageRecord('emailtemplates', id)}>{name}</Link> <ActiveTag isActive={isActive} />
        {key !== null && <Tag>{isDefault ? 'As it came' : 'Changed'}</Tag>}
      </>
    ),
  },
  { key: 'subject', dataIndex: 'subject', title: 'Subject', responsive: ['md'] },
  { key: 'description', dataIndex: 'description', title: 'Description', responsive: ['lg'] },
]
