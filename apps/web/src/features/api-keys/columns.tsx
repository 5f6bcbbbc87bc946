import type { ApiKey } from '@callboard/contract/api-keys'
import { Tag } from 'antd'
import { rightNames } from '#web/features/api-keys/right-names.ts'
import { useNow } from '#web/lib/now.ts'
import { paths } from '#web/lib/paths.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { TimeText } from '#web/ui/TimeText.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

export const apiKeyColumns: readonly FitColumn<ApiKey>[] = [
  {
    key: 'name',
    title: 'Name',
    minWidth: 260,
    sorter: true,
    render: (_, key) => (
      <RecordName to={paths.manageRecord('apikeys', key.id)} name={key.name}>
        <KeyState apiKey={key} />
      </RecordName>
    ),
  },
  {
    key: 'customerName',
    dataIndex: 'customerName',
    title: 'Customer',
    minWidth: 200,
    priority: 3,
    sorter: true,
  },
  {
    key: 'rights',
    title: 'May',
    minWidth: 150,
    priority: 4,
    render: (_, { rights }) => rights.map((right) => rightNames[right]).join(', '),
  },
  {
    key: 'lastUsedAt',
    title: 'Last used',
    minWidth: 130,
    priority: 1,
    sorter: true,
    render: (_, { lastUsedAt }) =>
      lastUsedAt === null ? 'never' : <TimeText at={lastUsedAt} show="recent" />,
  },
  {
    key: 'expiresAt',
    title: 'Expires',
    minWidth: 130,
    priority: 2,
    sorter: true,
    render: (_, { expiresAt }) => (expiresAt === null ? 'never' : <TimeText at={expiresAt} show="date" />),
  },
]

/** Marks a key that no longer works. */
function KeyState({ apiKey: { isActive, expiresAt, isCustomerActive } }: { apiKey: ApiKey }) {
  const now = useNow()
  if (!isActive) return <Tag>Ended</Tag>
  if (!isCustomerActive) return <Tag>Customer not active</Tag>
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) < 0 ? <Tag>Expired</Tag> : null
}
