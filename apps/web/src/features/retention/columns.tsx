import { formatCount } from '@callboard/contract/format'
import { type CallHold, type Deletion, type Forecast, retentionLabels } from '@callboard/contract/retention'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { NoValue } from '#web/ui/NoValue.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

export const forecastColumns: readonly FitColumn<Forecast>[] = [
  {
    key: 'customerName',
    title: 'Customer',
    room: 200,
    render: (_, { customerName }) => customerName ?? <NoValue meaning="no customer's" />,
  },
  { key: 'kind', title: 'What', room: 110, render: (_, { kind }) => retentionLabels[kind] },
  { key: 'days', title: 'Kept for', room: 110, render: (_, { days }) => `${formatCount(days)} days` },
  {
    key: 'count',
    title: 'To be deleted',
    room: 130,
    align: 'right',
    render: (_, { count }) => formatCount(count),
  },
  {
    key: 'oldest',
    title: 'Oldest of it',
    room: 140,
    render: (_, { oldest }) =>
      oldest === null ? <NoValue meaning="nothing" /> : <TimeText at={oldest} show="date" />,
  },
  {
    key: 'held',
    title: 'Kept by holds',
    room: 130,
    align: 'right',
    render: (_, { held }) => formatCount(held),
  },
]

export const deletionColumns: readonly FitColumn<Deletion>[] = [
  { key: 'at', title: 'When', room: 150, render: (_, { at }) => <TimeText at={at} show="recent" /> },
  {
    key: 'customerName',
    title: 'Customer',
    room: 190,
    render: (_, { customerName }) => customerName ?? <NoValue meaning="no customer's" />,
  },
  { key: 'kind', title: 'What', room: 110, render: (_, { kind }) => retentionLabels[kind] },
  { key: 'count', title: 'Deleted', room: 100, align: 'right', render: (_, { count }) => formatCount(count) },
  {
    key: 'why',
    title: 'Why',
    room: 190,
    render: (_, { days }) => `Older than ${formatCount(days)} days`,
  },
  {
    key: 'oldest',
    title: 'From',
    room: 120,
    render: (_, { oldest }) => <TimeText at={oldest} show="date" />,
  },
  { key: 'newest', title: 'To', room: 120, render: (_, { newest }) => <TimeText at={newest} show="date" /> },
]

export const holdColumns: readonly FitColumn<CallHold>[] = [
  {
    key: 'callName',
    title: 'Call',
    room: 230,
    render: (_, { callId, callName }) => <Link to={`${paths.callDetails}?call=${callId}`}>{callName}</Link>,
  },
  { key: 'reason', dataIndex: 'reason', title: 'Why', room: 220 },
  { key: 'customerName', dataIndex: 'customerName', title: 'Customer', room: 170 },
  { key: 'userName', dataIndex: 'userName', title: 'Held by', room: 120 },
  {
    key: 'createdAt',
    title: 'Since',
    room: 130,
    render: (_, { createdAt }) => <TimeText at={createdAt} show="recent" />,
  },
]
