import type { Alert } from '@callboard/contract/alerts'
import classes from '#web/features/alerts/alerts.module.css'

/** Who on the list of an alert is not told, and why. */
export function ExcludedRecipients({ alert: { recipients }, ownId }: { alert: Alert; ownId: string }) {
  const untold = recipients.filter(({ reason }) => reason !== null)
  if (untold.length === 0) return null
  return (
    <ul className={classes.untold} aria-label="Currently not notified">
      {untold.map(({ userId, name, reason }) => (
        <li key={userId}>
          <strong>{userId === ownId ? 'You are not notified' : `${name} is not notified`}</strong>{' '}
          <span className={classes.quiet}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
