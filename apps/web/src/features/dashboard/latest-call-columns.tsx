import type { PartialCall } from '@callboard/contract/calls'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/dashboard/LatestCalls.module.css'
import { latestPeriod } from '#web/features/dashboard/queries.ts'
import { buildCallListUrl } from '#web/lib/call-list-url.ts'
import { DurationText } from '#web/ui/DurationText.tsx'
import { NoValue } from '#web/ui/NoValue.tsx'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { StatusTag } from '#web/ui/StatusTag.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

export const latestCallColumns = (
  renderLocation: (code: string) => ReactNode,
): TableColumnsType<PartialCall> => [
  {
    key: 'time',
    title: 'Time',
    className: classes.time,
    render: (_, { startedAt }) => <TimeText at={startedAt} show="recent" />,
  },
  {
    key: 'caller',
    title: 'Caller',
    className: classes.caller,
    render: (_, { id, callerNumber, callerName, startedAt }) => (
      <>
        <Link to={buildCallListUrl({ period: latestPeriod, call: id })} title={callerName ?? undefined}>
          <PhoneText number={callerNumber} />
        </Link>
        <div className={classes.narrowTime}>
          <TimeText at={startedAt} show="recent" />
        </div>
      </>
    ),
  },
  {
    key: 'location',
    title: 'Location',
    className: classes.location,
    ellipsis: true,
    render: (_, { location }) => (typeof location === 'string' ? renderLocation(location) : <NoValue />),
  },
  {
    key: 'source',
    title: 'Source',
    className: classes.source,
    ellipsis: true,
    render: (_, { source }) => source ?? <NoValue />,
  },
  {
    key: 'talk',
    title: 'Talk',
    align: 'right',
    className: classes.talk,
    render: (_, { talkDuration }) => <DurationText seconds={talkDuration} />,
  },
  {
    key: 'status',
    title: 'Status',
    className: classes.status,
    render: (_, { status }) => status !== undefined && <StatusTag status={status} />,
  },
]
