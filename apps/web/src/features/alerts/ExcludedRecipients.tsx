import type { Alert } from '@callboard/contract/alerts'
import classes from '#web/features/alerts/alerts.module.css'

/** Who on the list of an alert is not notified, and why. */
export function ExcludedRecipients({ alert: { recipients }, ownId }: { alert: Alert; ownId: string }) {
  const excluded = recipients.filter(({ reason }) => reason !== null)
  if (excluded.length === 0) return null
  return (
    <ul className={classes.excluded} aria-label="Currently not notified">
      {excluded.map(({ userId, name, reason }) => (
        <li key={userId}>
          <strong>{userId === ownId ? 'You are not notified' : `${name} is not notified`}</strong>{' '}
          <span className={classes.quiet}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}
