import { formatBytes, formatCounted } from '@callboard/contract/format'
import type { Delivery } from '@callboard/contract/subscriptions'
import { Link } from 'react-router'
import { DeliveryActions } from '#web/features/subscriptions/deliveries/DeliveryActions.tsx'
import { DeliveryStatusTag } from '#web/features/subscriptions/deliveries/DeliveryStatusTag.tsx'
import { causeNames, statusMeanings } from '#web/features/subscriptions/subscription-words.ts'
import classes from '#web/features/subscriptions/deliveries/deliveries.module.css'
import { paths } from '#web/lib/urls/paths.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'

export interface Listed {
  /** Of everybody, with sorting on the server. */
  isOfAll?: boolean
  /** Of one subscription, which needs no name. */
  isOfOne?: boolean
  /** Whether the user may send them again. */
  mayResend: (delivery: Delivery) => boolean
  onOpenMail: (delivery: Delivery) => void
}

/** What became of deliveries, and what can be done with them. */
export function deliveryColumns(listed: Listed): FitColumn<Delivery>[] {
  const { isOfAll = false, isOfOne = false } = listed
  const subscription: FitColumn<Delivery> = {
    key: 'subscriptionName',
    title: 'Subscription',
    minWidth: 190,
    render: (_, delivery) => <OfSubscription delivery={delivery} isOfAll={isOfAll} />,
  }
  return [
    {
      key: 'recipient',
      title: 'To',
      minWidth: 170,
      render: (_, { recipient: { name } }) => (
        <Grid gap={2} breaks="anywhere" minWidth={0}>
          {name}
        </Grid>
      ),
    },
    {
      key: 'status',
      title: 'State',
      minWidth: 230,
      render: (_, delivery) => <State delivery={delivery} />,
    },
    ...(isOfOne ? [] : [subscription]),
    {
      key: 'dueAt',
      title: 'Due',
      minWidth: 140,
      render: (_, delivery) => <Times delivery={delivery} />,
    },
    { key: 'what', title: 'What', minWidth: 170, render: (_, delivery) => <What delivery={delivery} /> },
    {
      key: 'actions',
      title: 'Actions',
      isUnlabelled: true,
      minWidth: 160,
      render: (_, delivery) => <Actions delivery={delivery} listed={listed} />,
    },
  ]
}

/** Everything in one cell, where there is no room for columns. */
export function wholeDelivery(listed: Listed) {
  return (delivery: Delivery) => (
    <Grid gap={4}>
      <Row gap="2px 8px" align="center" wrap>
        <strong>{delivery.recipient.name}</strong>
        <State delivery={delivery} />
      </Row>
      {listed.isOfOne !== true && <OfSubscription delivery={delivery} isOfAll={listed.isOfAll === true} />}
      <Row gap="4px 24px" align="flex-start" wrap className={classes.beside}>
        <Times delivery={delivery} />
        <What delivery={delivery} />
        <Actions delivery={delivery} listed={listed} />
      </Row>
    </Grid>
  )
}

interface OfDelivery {
  delivery: Delivery
}

function OfSubscription({ delivery, isOfAll }: OfDelivery & { isOfAll: boolean }) {
  const { savedReportId, subscriptionId, subscriptionName, savedReportName, ownerName } = delivery
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <Link to={paths.subscription(savedReportId, subscriptionId)}>{subscriptionName}</Link>
      {isOfAll && (
        <QuietText fontSize={12.5}>
          {savedReportName !== subscriptionName && `${savedReportName} · `}
          {ownerName}
        </QuietText>
      )}
    </Grid>
  )
}

function State({ delivery: { status, reason, tries } }: OfDelivery) {
  const why = reason ?? statusMeanings[status]
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <Row as="span" gap="2px 8px" align="center" wrap>
        <DeliveryStatusTag status={status} />
        {tries > 1 && <QuietText fontSize={12.5}>{formatCounted(tries, 'try', 'tries')}</QuietText>}
      </Row>
      {why !== undefined && <QuietText fontSize={12.5}>{why}</QuietText>}
    </Grid>
  )
}

function Times({ delivery: { dueAt, sentAt, cause } }: OfDelivery) {
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <TimeText at={dueAt} show="recent" />
      <QuietText fontSize={12.5}>{causeNames[cause]}</QuietText>
      {sentAt !== null && (
        <QuietText fontSize={12.5}>
          Sent <TimeText at={sentAt} show="recent" />
        </QuietText>
      )}
    </Grid>
  )
}

function What({ delivery: { rowCount, files } }: OfDelivery) {
  if (rowCount === null) return <NoValue meaning="nothing was written" />
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <span>{formatCounted(rowCount, 'row')}</span>
      {files.map(({ name, bytes }) => (
        <QuietText fontSize={12.5} key={name}>
          {name} · {formatBytes(bytes)}
        </QuietText>
      ))}
    </Grid>
  )
}

function Actions({ delivery, listed: { mayResend, onOpenMail } }: OfDelivery & { listed: Listed }) {
  return <DeliveryActions delivery={delivery} mayResend={mayResend(delivery)} onOpenMail={onOpenMail} />
}
