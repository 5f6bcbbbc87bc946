import { ReloadNote } from '#web/app/ReloadNote.tsx'

/** Shown where the browser is told to keep nothing of the portal, without which nobody can be signed in. */
export function NothingKept() {
  return (
    <ReloadNote
      title="Your browser keeps nothing for this page"
      text="The portal keeps your session in the browser, which is told not to. Allow it to keep data for this page (cookies and site data, in its settings), and reload."
    />
  )
}
