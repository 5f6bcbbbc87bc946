import type { Alert } from '@callboard/contract/alerts'
import { alertFigureWords } from '@callboard/contract/alert-words'
import { Tag } from 'antd'
import classes from '#web/features/alerts/alerts.module.css'
import { TimeText } from '#web/ui/TimeText.tsx'

/** Whether an alert is on and since when, with its figure; why it is paused. */
export function AlertState({ alert, ownId }: { alert: Alert; ownId: string }) {
  const { isActive, pausedReason, recipients, state, condition } = alert
  if (!isActive) {
    return (
      <div className={classes.cell}>
        <span>
          <Tag>Paused</Tag>
        </span>
        {pausedReason !== null && <span className={classes.quiet}>{pausedReason}</span>}
      </div>
    )
  }
  const own = recipients.find(({ userId }) => userId === ownId)
  if (own?.state === 'unsubscribed' && alert.userId !== ownId)
    return (
      <span>
        <Tag>You are not notified</Tag>
      </span>
    )
  const { isOn, since, lastFigure, lastCheckedAt } = state
  return (
    <div className={classes.cell}>
      <span className={classes.line}>
        <Tag color={isOn ? 'red' : 'default'}>{isOn ? 'On' : 'Quiet'}</Tag>
        {lastCheckedAt === null && <span className={classes.quiet}>Not checked yet</span>}
        {lastFigure !== null && alertFigureWords(condition.measure, lastFigure)}
      </span>
      {since !== null && (
        <span className={classes.quiet}>
          since <TimeText at={since} show="recent" />
        </span>
      )}
    </div>
  )
}
