import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

/** Shown where the browser is told to keep nothing of the portal, without which nobody can be signed in. */
export function NothingKept() {
  return (
    <Box margin="0 auto" padding="64px 24px" maxWidth={720} role="alert">
      <Text as="h1" margin="0 0 8px" fontSize={22}>
        Your browser keeps nothing for this page
      </Text>
      <p>
        The portal keeps your session in the browser, which is told not to. Allow it to keep data for this
        page (cookies and site data, in its settings), and reload.
      </p>
      <PlainButton look="primary" onClick={() => location.reload()}>
        Reload
      </PlainButton>
    </Box>
  )
}
