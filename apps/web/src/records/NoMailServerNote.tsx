import { Alert } from 'antd'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Box } from '#web/ui/layout.tsx'

/** For whoever has something mailed that will wait. */
export function NoMailServerNote() {
  const { isAdmin } = useCurrentUser()
  return (
    <Box margin="0 0 20px">
      <Alert
        type="warning"
        showIcon
        title={
          <>
            No mail server is set up. Emails wait in the outbox and are sent once{' '}
            {isAdmin ? (
              <>
                you add one under{' '}
                <TextLink to={paths.manageList('settings')} target="_blank">
                  Settings
                </TextLink>
              </>
            ) : (
              'an administrator adds one'
            )}
            .
          </>
        }
      />
    </Box>
  )
}
