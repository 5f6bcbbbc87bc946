import { fields } from '@callboard/contract/call-fields'
import type { LiveCall } from '@callboard/contract/live'
import { Link } from 'react-router'
import { isWaiting } from '#web/lib/reporting/live-counts.ts'
import classes from '#web/features/live/LiveCallTable.module.css'
import type { RenderValue } from '#web/features/live/LiveGroups.tsx'
import { PhaseTag } from '#web/features/live/PhaseTag.tsx'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { DirectionMark } from '#web/ui/values/DirectionMark.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'
import { Text } from '#web/ui/layout.tsx'

interface LiveCallTableProps {
  calls: readonly LiveCall[]
  hasSeveralCustomers: boolean
  renderValue: RenderValue
}

/** Who rings, waits and talks now, who waits longest first. */
export function LiveCallTable({ calls, hasSeveralCustomers, renderValue }: LiveCallTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.phase}>
            {fields.phase.label}
          </th>
          <th scope="col" className={classes.seconds}>
            For
          </th>
          <th scope="col">Caller</th>
          <th scope="col">{fields.location.label}</th>
          <th scope="col" className={classes.queue}>
            Queue
          </th>
          <th scope="col" className={classes.campaign}>
            {fields.campaign.label}
          </th>
          <th scope="col" className={classes.agent}>
            Talks with
          </th>
          {hasSeveralCustomers && (
            <th scope="col" className={classes.customer}>
              Customer
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id} className={isWaiting(call) ? classes.waiting : undefined}>
            <td className={classes.phase}>
              <PhaseTag phase={call.phase} />
            </td>
            <td className={classes.seconds} title="Since the call entered this phase">
              <RunningTime since={call.phaseSince} />
            </td>
            <td className={classes.who}>
              <Who call={call} />
            </td>
            <td className={classes.place}>{renderValue('location', call.location)}</td>
            <td className={classes.queue}>{renderValue('rotationgroup', call.rotationgroup)}</td>
            <td className={classes.campaign}>{renderValue('campaign', call.campaign)}</td>
            <td className={classes.agent}>
              <TalksWith call={call} />
            </td>
            {hasSeveralCustomers && <td className={classes.customer}>{call.customerName}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Who({ call }: { call: LiveCall }) {
  const { direction, callerNumber, callerName, targetNumber, trackingNumber } = call
  const isInbound = direction === 'inbound'
  return (
    <>
      <DirectionMark direction={direction} />{' '}
      <Link to={buildCallListUrl({ period: { relative: 'last7Days' }, call: call.id })}>
        <PhoneText number={isInbound ? callerNumber : targetNumber} />
      </Link>
      {callerName !== null && <> {callerName}</>}
      <Text block tone="quiet" fontSize={12.5}>
        {isInbound ? 'called ' : 'from '}
        <PhoneText number={trackingNumber} />
      </Text>
    </>
  )
}

/** Who answered, or at whom it rings. */
function TalksWith({ call: { agent, targetNumber, direction } }: { call: LiveCall }) {
  if (agent !== null) return agent
  if (direction === 'inbound' && targetNumber !== null) return <PhoneText number={targetNumber} />
  return <NoValue />
}
