import { conditionWords } from '@callboard/contract/condition-words'
import type { Subscription } from '@callboard/contract/subscriptions'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { DeliveryStatusTag } from '#web/features/subscriptions/deliveries/DeliveryStatusTag.tsx'
import { ExcludedNote } from '#web/features/subscriptions/ExcludedNote.tsx'
import { NextRuns } from '#web/features/subscriptions/NextRuns.tsx'
import { PauseButton, RunButton } from '#web/features/subscriptions/SubscriptionActions.tsx'
import { activeRecipients, fileWords } from '#web/features/subscriptions/subscription-words.ts'
import classes from '#web/features/subscriptions/SubscriptionList.module.css'
import { useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Grid, QuietText, Row } from '#web/ui/layout.tsx'

/** The subscriptions of a saved report, each with its next runs and what became of the last one. */
export function SubscriptionList({ items }: { items: readonly Subscription[] }) {
  return (
    <Box as="ul" margin="-10px -16px" aria-label="Subscriptions">
      {items.map((subscription) => (
        <SubscriptionItem key={subscription.id} subscription={subscription} />
      ))}
    </Box>
  )
}

function SubscriptionItem({ subscription }: { subscription: Subscription }) {
  const me = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const { id, savedReportId, userId, ownerName, name, schedule, condition } = subscription
  const { isActive, pausedReason, isEditable, lastRunAt, lastStatus } = subscription
  return (
    <li className={classes.item}>
      <Grid gap={4} flex="1 1 280px" minWidth={0} maxWidth={840}>
        <Row as="span" gap="4px 8px" align="center" wrap>
          {isEditable ? (
            <Link className={classes.name} to={paths.subscription(savedReportId, id)}>
              {name}
            </Link>
          ) : (
            <span className={classes.name}>{name}</span>
          )}
          {!isActive && <Tag>Paused</Tag>}
        </Row>
        <QuietText breaks="anywhere">
          {userId !== me.id && `By ${ownerName} · `}to {recipientWords(activeRecipients(subscription), me.id)}
          {fileWords(subscription)}
          {condition !== null && ` · ${conditionWords(condition)}`}
        </QuietText>
        <ExcludedNote subscription={subscription} />
        <NextRuns schedule={schedule} isPaused={!isActive} pausedReason={pausedReason} />
        {lastStatus !== null && lastRunAt !== null && (
          <Row as="span" gap="4px 8px" align="center" wrap tone="quiet" fontSize={13}>
            Last run <TimeText at={lastRunAt} show="recent" /> <DeliveryStatusTag status={lastStatus} />
          </Row>
        )}
      </Grid>
      {isEditable && !isViewingAs && (
        <Row gap={8} wrap>
          <RunButton subscription={subscription} size="small" />
          <PauseButton subscription={subscription} size="small" />
        </Row>
      )}
    </li>
  )
}
