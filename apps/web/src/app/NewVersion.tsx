import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

/** Shown in place of code that the server no longer has, or did not send. */
export function NewVersion() {
  return (
    <Box margin="0 auto" padding="64px 24px" maxWidth={720} role="alert">
      <Text as="h1" margin="0 0 8px" fontSize={22}>
        This page could not be loaded
      </Text>
      <p>The portal was probably updated in the meantime. Reload to get the current version.</p>
      <PlainButton look="primary" onClick={() => location.reload()}>
        Reload
      </PlainButton>
    </Box>
  )
}
