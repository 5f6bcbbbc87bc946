import { ReloadNote } from '#web/app/ReloadNote.tsx'

/** Shown in place of code that the server no longer has, or did not send. */
export function NewVersion() {
  return (
    <ReloadNote
      title="This page could not be loaded"
      text="The portal was probably updated in the meantime. Reload to get the current version."
    />
  )
}
