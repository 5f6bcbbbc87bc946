import { paths } from '#web/lib/urls/paths.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Text } from '#web/ui/layout.tsx'

/** Why a list of calls is empty that no filter narrows, and what whoever reads it does first. */
export function NoCalls({ reason }: { reason: string }) {
  const { isAdmin } = useCurrentUser()
  return (
    <>
      {reason}
      <Text as="div" maxWidth={520} margin="8px 0 0">
        {isAdmin ? (
          <>
            Is this portal new?{' '}
            <TextLink to={paths.manageRecord('customers', 'add')}>Add a customer</TextLink>,{' '}
            <TextLink to={paths.manageRecord('sources', 'add')}>connect its phone system</TextLink>, and
            receive the first call.
          </>
        ) : (
          'Choose a longer period. If you expect calls here, ask an administrator which ones you may see.'
        )}
      </Text>
    </>
  )
}
