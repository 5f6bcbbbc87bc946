import type { Alert } from '@callboard/contract/alerts'

import { Grid, QuietText } from '#web/ui/layout.tsx'
/** Who on the list of an alert is not notified, and why. */
export function ExcludedRecipients({ alert: { recipients }, ownId }: { alert: Alert; ownId: string }) {
  const excluded = recipients.filter(({ reason }) => reason !== null)
  if (excluded.length === 0) return null
  return (
    <Grid as="ul" gap={4} margin="12px 0 0" aria-label="Currently not notified">
      {excluded.map(({ userId, name, reason }) => (
        <li key={userId}>
          <strong>{userId === ownId ? 'You are not notified' : `${name} is not notified`}</strong>{' '}
          <QuietText fontSize={12.5}>{reason}</QuietText>
        </li>
      ))}
    </Grid>
  )
}
