import { formatCount } from '@callboard/contract/format'
import { type CallHold, type Deletion, type Forecast, retentionLabels } from '@callboard/contract/retention'
import { Link } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { countColumn, timeColumn } from '#web/ui/tables/column-kinds.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'

export const forecastColumns: readonly FitColumn<Forecast>[] = [
  {
    key: 'customerName',
    title: 'Customer',
    minWidth: 200,
    render: (_, { customerName }) => customerName ?? <NoValue meaning="no customer" />,
  },
  { key: 'kind', title: 'What', minWidth: 110, render: (_, { kind }) => retentionLabels[kind] },
  { key: 'days', title: 'Kept for', minWidth: 110, render: (_, { days }) => `${formatCount(days)} days` },
  countColumn('count', { title: 'To be deleted', minWidth: 130 }),
  timeColumn('oldest', { title: 'Oldest', minWidth: 140, show: 'date', none: <NoValue meaning="nothing" /> }),
  countColumn('held', { title: 'Kept by legal holds', minWidth: 130 }),
]

export const deletionColumns: readonly FitColumn<Deletion>[] = [
  timeColumn('at', { title: 'When', minWidth: 150, show: 'recent' }),
  {
    key: 'customerName',
    title: 'Customer',
    minWidth: 190,
    render: (_, { customerName }) => customerName ?? <NoValue meaning="no customer" />,
  },
  { key: 'kind', title: 'What', minWidth: 110, render: (_, { kind }) => retentionLabels[kind] },
  countColumn('count', { title: 'Deleted', minWidth: 100 }),
  {
    key: 'why',
    title: 'Why',
    minWidth: 190,
    render: (_, { days }) =>
      days === null ? 'An import was undone' : `Older than ${formatCount(days)} days`,
  },
  timeColumn('oldest', { title: 'From', minWidth: 120, show: 'date' }),
  timeColumn('newest', { title: 'To', minWidth: 120, show: 'date' }),
]

export const holdColumns: readonly FitColumn<CallHold>[] = [
  {
    key: 'callName',
    title: 'Call',
    minWidth: 230,
    render: (_, { callId, callName }) => <Link to={`${paths.callDetails}?call=${callId}`}>{callName}</Link>,
  },
  { key: 'reason', dataIndex: 'reason', title: 'Why', minWidth: 220 },
  { key: 'customerName', dataIndex: 'customerName', title: 'Customer', minWidth: 170 },
  {
    key: 'userName',
    title: 'Held by',
    minWidth: 120,
    render: (_, { userName, fullName }) => <PersonName userName={userName} fullName={fullName} />,
  },
  timeColumn('createdAt', { title: 'Since', minWidth: 130, show: 'recent' }),
]
