import * as endpoints from '@callboard/contract/subscriptions'
import type { Subscription } from '@callboard/contract/subscriptions'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { ExcludedNote } from '#web/features/subscriptions/ExcludedNote.tsx'
import { NextRuns } from '#web/features/subscriptions/NextRuns.tsx'
import { findOwnRecipient } from '#web/features/subscriptions/own-subscriptions.ts'
import { activeRecipients, fileWords } from '#web/features/subscriptions/subscription-words.ts'
import { subscriptionSubjects } from '#web/features/subscriptions/queries.ts'
import { PauseButton } from '#web/features/subscriptions/SubscriptionActions.tsx'
import classes from '#web/features/subscriptions/SubscriptionList.module.css'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { recipientWords } from '#web/lib/recipient-words.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Box, Grid, QuietText, Row } from '#web/ui/layout.tsx'

/** Subscriptions that the user owns or receives, with what they can do about each. */
export function OwnSubscriptionItems({ items }: { items: readonly Subscription[] }) {
  return (
    <Box as="ul" margin="-10px -16px" aria-label="Your subscriptions">
      {items.map((one) => (
        <OwnSubscription key={one.id} subscription={one} />
      ))}
    </Box>
  )
}

function OwnSubscription({ subscription }: { subscription: Subscription }) {
  const me = useCurrentUser()
  const {
    id,
    savedReportId,
    savedReportName,
    userId,
    ownerName,
    name,
    schedule,
    isActive,
    pausedReason,
    isEditable,
  } = subscription
  const mayOpen = useHoldsClaim('reporting.view')
  const state = findOwnRecipient(subscription, me.id)?.state
  return (
    <li className={classes.item}>
      <Grid gap={4} flex="1 1 280px" minWidth={0} maxWidth={840}>
        <Row as="span" gap="4px 8px" align="center" wrap>
          {mayOpen ? (
            <Link
              className={classes.name}
              to={isEditable ? paths.subscription(savedReportId, id) : paths.subscriptions(savedReportId)}
            >
              {name}
            </Link>
          ) : (
            <span className={classes.name}>{name}</span>
          )}
          {!isActive && <Tag>Paused</Tag>}
          {state === 'unsubscribed' && <Tag>Unsubscribed</Tag>}
          {state === 'stopped' && <Tag color="red">Emails bounced</Tag>}
        </Row>
        <QuietText breaks="anywhere">
          {savedReportName !== name && `${savedReportName} · `}
          {userId === me.id ? 'by you' : `by ${ownerName}`}
          {isEditable && ` · to ${recipientWords(activeRecipients(subscription), me.id)}`}
          {fileWords(subscription)}
        </QuietText>
        {isEditable && <ExcludedNote subscription={subscription} />}
        <NextRuns schedule={schedule} isPaused={!isActive} pausedReason={pausedReason} />
      </Grid>
      <Row gap={8} wrap>
        {state !== undefined && (
          <UnsubscribeButton subscription={subscription} isReceived={state === 'active'} />
        )}
        {isEditable && mayOpen && (
          <Link to={paths.subscription(savedReportId, id)}>
            <Button size="small" tabIndex={-1} aria-label={`Edit ${name}`}>
              Edit
            </Button>
          </Link>
        )}
        {isEditable && <PauseButton subscription={subscription} size="small" />}
      </Row>
    </li>
  )
}

interface UnsubscribeButtonProps {
  subscription: Subscription
  isReceived: boolean
}

function UnsubscribeButton({ subscription: { id, name }, isReceived }: UnsubscribeButtonProps) {
  const leave = () => send(endpoints.unsubscribe, { params: { id } })
  const comeBack = () => send(endpoints.resubscribe, { params: { id } })
  return (
    <ActionButton
      size="small"
      aria-label={`${isReceived ? 'Unsubscribe from' : 'Resubscribe to'} ${name}`}
      action={isReceived ? leave : comeBack}
      undo={isReceived ? comeBack : leave}
      changes={subscriptionSubjects}
      done={isReceived ? `You no longer receive ${name}.` : `You receive ${name} again.`}
    >
      {isReceived ? 'Unsubscribe' : 'Resubscribe'}
    </ActionButton>
  )
}
