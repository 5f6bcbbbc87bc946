import { formatCount } from '@callboard/contract/format'
import { liftStoppedAddress, type StoppedAddress } from '@callboard/contract/mails'
import { useQuery } from '@tanstack/react-query'
import classes from '#web/features/outbox/outbox.module.css'
import { stoppedAddressesQuery } from '#web/features/outbox/queries.ts'
import { send } from '#web/lib/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

/** Addresses from which mails came back; nothing where there are none. */
export function StoppedAddresses() {
  const stopped = useQuery(stoppedAddressesQuery).data
  if (stopped === undefined || stopped.total === 0) return null
  const more = stopped.total - stopped.items.length
  return (
    <Panel title="Stopped addresses">
      <p className={classes.hint}>
        Emails to them bounced, so nothing more is sent there. Lift it once the address is right.
      </p>
      <ul className={classes.addresses}>
        {stopped.items.map((one) => (
          <Address key={one.email} address={one} />
        ))}
      </ul>
      {more > 0 && <p className={classes.hint}>And {formatCount(more)} more.</p>}
    </Panel>
  )
}

function Address({ address: { email, lastError, stoppedAt } }: { address: StoppedAddress }) {
  return (
    <li className={classes.address}>
      <div className={classes.about}>
        <strong>{email}</strong>
        <span className={classes.hint}>
          Since <TimeText at={stoppedAt} />
          {lastError !== null && <>: {lastError}</>}
        </span>
      </div>
      <ActionButton
        size="small"
        aria-label={`Lift ${email}`}
        action={() => send(liftStoppedAddress, { body: { email } })}
        changes={['mail', 'overview']}
        done={`Emails are sent to ${email} again.`}
      >
        Lift
      </ActionButton>
    </li>
  )
}
