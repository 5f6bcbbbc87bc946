import { paths } from '#web/lib/urls/paths.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { NewestCalls } from '#web/records/NewestCalls.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Text } from '#web/ui/layout.tsx'

/** Of a list of calls that is empty although no filter narrows it: where calls are, or what whoever reads it does first. */
export function NoCalls({ timeZone }: { timeZone: string }) {
  return (
    <Text as="div" maxWidth={520} margin="8px 0 0">
      <NewestCalls timeZone={timeZone} otherwise={<WithoutAny />} />
    </Text>
  )
}

function WithoutAny() {
  const { isAdmin } = useCurrentUser()
  return isAdmin ? (
    <>
      Is this portal new? <TextLink to={paths.manageRecord('customers', 'add')}>Add a customer</TextLink>,{' '}
      <TextLink to={paths.manageRecord('sources', 'add')}>connect its phone system</TextLink>, and receive the
      first call.
    </>
  ) : (
    'If you expect calls here, ask an administrator which ones you may see.'
  )
}
