import type { Alert } from '@callboard/contract/alerts'
import { alertFigureWords } from '@callboard/contract/alert-words'
import { Tag } from 'antd'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'

/** Whether an alert is on and since when, with its figure; why it is paused. */
export function AlertState({ alert, ownId }: { alert: Alert; ownId: string }) {
  const { isActive, pausedReason, recipients, state, condition } = alert
  if (!isActive) {
    return (
      <Grid gap={2} breaks="anywhere" minWidth={0}>
        <span>
          <Tag>Paused</Tag>
        </span>
        {pausedReason !== null && <QuietText fontSize={12.5}>{pausedReason}</QuietText>}
      </Grid>
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
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <Row as="span" gap="8px 12px" align="center" wrap>
        <Tag color={isOn ? 'red' : 'default'}>
          {isOn ? 'Triggered' : lastCheckedAt === null ? 'Not checked yet' : 'Not triggered'}
        </Tag>
        {lastFigure !== null && alertFigureWords(condition.measure, lastFigure)}
      </Row>
      {since !== null && (
        <QuietText fontSize={12.5}>
          since <TimeText at={since} show="recent" />
        </QuietText>
      )}
    </Grid>
  )
}
