import type { Mail, MailStatus } from '@callboard/contract/mails'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

export const mailStatusNames = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  uncertain: 'Uncertain',
} as const satisfies Record<MailStatus, string>

const colors = {
  waiting: 'blue',
  sending: 'blue',
  sent: 'default',
  failed: 'red',
  uncertain: 'orange',
} as const satisfies Record<MailStatus, string>

export function MailStatusTag({ status }: { status: MailStatus }) {
  return <Tag color={colors[status]}>{mailStatusNames[status]}</Tag>
}

export const mailColumns: readonly FitColumn<Mail>[] = [
  {
    key: 'subject',
    title: 'Subject',
    minWidth: 220,
    render: (_, { id, subject }) => <Link to={paths.mail(id)}>{subject}</Link>,
  },
  { key: 'recipient', dataIndex: 'recipient', title: 'To', minWidth: 180, ellipsis: true },
  {
    key: 'status',
    title: 'State',
    minWidth: 100,
    render: (_, { status }) => <MailStatusTag status={status} />,
  },
  timeColumn('createdAt', { title: 'Written', minWidth: 130, show: 'recent' }),
  timeColumn('sentAt', {
    title: 'Sent',
    minWidth: 130,
    show: 'recent',
    none: <NoValue meaning="not sent" />,
  }),
]
