import classes from '#web/app/PageErrorBoundary.module.css'
import { PlainButton } from '#web/ui/PlainButton.tsx'

/** Stands where code should be that the server does not have any more, or did not send. */
export function NewVersion() {
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>This page could not be loaded</h1>
      <p>The portal was probably brought up to date meanwhile. Reloading brings you its current version.</p>
      <PlainButton look="primary" onClick={() => location.reload()}>
        Reload
      </PlainButton>
    </div>
  )
}
