import classes from '#web/app/PageErrorBoundary.module.css'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Box } from '#web/ui/layout.tsx'

/** Shown in place of code that the server no longer has, or did not send. */
export function NewVersion() {
  return (
    <Box margin="0 auto" padding="64px 24px" maxWidth={720} role="alert">
      <h1 className={classes.title}>This page could not be loaded</h1>
      <p>The portal was probably updated in the meantime. Reload to get the current version.</p>
      <PlainButton look="primary" onClick={() => location.reload()}>
        Reload
      </PlainButton>
    </Box>
  )
}
