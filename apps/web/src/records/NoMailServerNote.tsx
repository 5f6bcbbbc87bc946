import { Alert } from 'antd'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Box } from '#web/ui/layout.tsx'

/** At the head of a form whose emails will wait. */
export function NoMailServerNote() {
  const { isAdmin } = useCurrentUser()
  return (
    <Box margin="0 0 20px">
      <Alert
        type="warning"
        showIcon
        title={
          <>
            No emails are sent until a mail server is set up.{' '}
            {isAdmin ? (
              <TextLink to={`${paths.manageList('settings')}#smtpUrl`} target="_blank">
                Set one up
              </TextLink>
            ) : (
              'Ask an administrator.'
            )}
          </>
        }
      />
    </Box>
  )
}
