import { formatCount } from '@callboard/contract/format'
import { liftStoppedAddress, type StoppedAddress } from '@callboard/contract/mails'
import { useQuery } from '@tanstack/react-query'
import classes from '#web/features/outbox/outbox.module.css'
import { stoppedAddressesQuery } from '#web/features/outbox/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Hint, QuietText, Row, Stack } from '#web/ui/layout.tsx'

/** Addresses from which mails came back; nothing where there are none. */
export function StoppedAddresses() {
  const stopped = useQuery(stoppedAddressesQuery).data
  if (stopped === undefined || stopped.total === 0) return null
  const more = stopped.total - stopped.items.length
  return (
    <Panel title="Stopped addresses">
      <Hint>
        Emails to these addresses bounced, so no more are sent there. Resume sending once an address is
        correct.
      </Hint>
      <Box as="ul" margin="8px 0 0">
        {stopped.items.map((one) => (
          <Address key={one.email} address={one} />
        ))}
      </Box>
      {more > 0 && <Hint>And {formatCount(more)} more.</Hint>}
    </Panel>
  )
}

function Address({ address: { email, lastError, stoppedAt } }: { address: StoppedAddress }) {
  return (
    <Row as="li" gap={12} align="center" justify="space-between" padding="8px 0" className={classes.address}>
      <Stack breaks="anywhere" minWidth={0}>
        <strong>{email}</strong>
        <QuietText>
          Since <TimeText at={stoppedAt} />
          {lastError !== null && <>: {lastError}</>}
        </QuietText>
      </Stack>
      <ActionButton
        size="small"
        aria-label={`Lift ${email}`}
        action={() => send(liftStoppedAddress, { body: { email } })}
        changes={['mail', 'overview']}
        done={`Emails are sent to ${email} again.`}
      >
        Lift
      </ActionButton>
    </Row>
  )
}
