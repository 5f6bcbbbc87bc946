import { formatBytes, formatCounted } from '@callboard/contract/format'
import type { Delivery } from '@callboard/contract/subscriptions'
import { Link } from 'react-router'
import { DeliveryActions } from '#web/features/subscriptions/DeliveryActions.tsx'
import { DeliveryStatusTag } from '#web/features/subscriptions/DeliveryStatusTag.tsx'
import { causeNames, statusMeanings } from '#web/features/subscriptions/subscription-words.ts'
import classes from '#web/features/subscriptions/deliveries.module.css'
import { paths } from '#web/lib/paths.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { NoValue } from '#web/ui/NoValue.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

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
      render: (_, { recipient: { name } }) => <div className={classes.cell}>{name}</div>,
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
    <div className={classes.whole}>
      <div className={classes.state}>
        <strong>{delivery.recipient.name}</strong>
        <State delivery={delivery} />
      </div>
      {listed.isOfOne !== true && <OfSubscription delivery={delivery} isOfAll={listed.isOfAll === true} />}
      <div className={classes.beside}>
        <Times delivery={delivery} />
        <What delivery={delivery} />
        <Actions delivery={delivery} listed={listed} />
      </div>
    </div>
  )
}

interface OfDelivery {
  delivery: Delivery
}

function OfSubscription({ delivery, isOfAll }: OfDelivery & { isOfAll: boolean }) {
  const { savedReportId, subscriptionId, subscriptionName, savedReportName, ownerName } = delivery
  return (
    <div className={classes.cell}>
      <Link to={paths.subscription(savedReportId, subscriptionId)}>{subscriptionName}</Link>
      {isOfAll && (
        <span className={classes.quiet}>
          {savedReportName !== subscriptionName && `${savedReportName} · `}
          {ownerName}
        </span>
      )}
    </div>
  )
}

function State({ delivery: { status, reason, tries } }: OfDelivery) {
  const why = reason ?? statusMeanings[status]
  return (
    <div className={classes.cell}>
      <span className={classes.state}>
        <DeliveryStatusTag status={status} />
        {tries > 1 && <span className={classes.quiet}>{formatCounted(tries, 'try', 'tries')}</span>}
      </span>
      {why !== undefined && <span className={classes.quiet}>{why}</span>}
    </div>
  )
}

function Times({ delivery: { dueAt, sentAt, cause } }: OfDelivery) {
  return (
    <div className={classes.cell}>
      <TimeText at={dueAt} show="recent" />
      <span className={classes.quiet}>{causeNames[cause]}</span>
      {sentAt !== null && (
        <span className={classes.quiet}>
          Sent <TimeText at={sentAt} show="recent" />
        </span>
      )}
    </div>
  )
}

function What({ delivery: { rowCount, files } }: OfDelivery) {
  if (rowCount === null) return <NoValue meaning="nothing was written" />
  return (
    <div className={classes.cell}>
      <span>{formatCounted(rowCount, 'row')}</span>
      {files.map(({ name, bytes }) => (
        <span key={name} className={classes.quiet}>
          {name} · {formatBytes(bytes)}
        </span>
      ))}
    </div>
  )
}

function Actions({ delivery, listed: { mayResend, onOpenMail } }: OfDelivery & { listed: Listed }) {
  return <DeliveryActions delivery={delivery} mayResend={mayResend(delivery)} onOpenMail={onOpenMail} />
}
