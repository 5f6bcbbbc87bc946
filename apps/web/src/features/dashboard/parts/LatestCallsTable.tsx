import { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/dashboard/parts/LatestCalls.module.css'
import { latestPeriod } from '#web/features/dashboard/queries.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { DirectionMark } from '#web/ui/values/DirectionMark.tsx'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface LatestCallsTableProps {
  calls: readonly PartialCall[]
  timeZone: string
  /** Renders a location by its code. */
  renderLocation: (code: string) => ReactNode
}

/** A plain table: it neither sorts nor pages, and Ant Design's is large. */
export function LatestCallsTable({ calls, timeZone, renderLocation }: LatestCallsTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.time}>
            {fields.startedAt.shortLabel}
          </th>
          <th scope="col" className={classes.contact}>
            Contact
          </th>
          <th scope="col" className={classes.location}>
            {fields.location.label}
          </th>
          <th scope="col" className={classes.source}>
            {fields.source.label}
          </th>
          <th scope="col" className={classes.talk}>
            {fields.talkDuration.shortLabel}
          </th>
          <th scope="col" className={classes.status}>
            {fields.status.label}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <td className={classes.time}>
              <TimeText at={call.startedAt} show="recent" timeZone={timeZone} />
            </td>
            <td className={classes.contact}>
              <Link
                to={buildCallListUrl({ period: latestPeriod, call: call.id })}
                title={call.callerName ?? undefined}
              >
                <DirectionMark direction={call.direction} />
                <PhoneText number={call.contactNumber} />
              </Link>
              <div className={classes.narrowTime}>
                <TimeText at={call.startedAt} show="recent" timeZone={timeZone} />
              </div>
            </td>
            <td className={classes.location}>
              {typeof call.location === 'string' ? renderLocation(call.location) : <NoValue />}
            </td>
            <td className={classes.source} title={call.source ?? undefined}>
              {call.source ?? <NoValue />}
            </td>
            <td className={classes.talk}>
              <DurationText seconds={call.talkDuration} />
            </td>
            <td className={classes.status}>
              {call.status !== undefined && <StatusTag status={call.status} startedAt={call.startedAt} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
