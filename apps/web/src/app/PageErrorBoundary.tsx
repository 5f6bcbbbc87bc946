import { Component, type ErrorInfo, type ReactNode } from 'react'
import classes from '#web/app/PageErrorBoundary.module.css'
import { NewVersion } from '#web/app/NewVersion.tsx'
import { ReloadNote } from '#web/app/ReloadNote.tsx'
import { errorText } from '#web/lib/api/api-error.ts'

interface PageErrorBoundaryProps {
  children: ReactNode
  /** What the page is whole without is left out. */
  isOptional?: boolean
}

interface State {
  caught: { error: unknown } | undefined
}

/** 'Something went wrong.' with the details, in place of a page that could not be rendered. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, State> {
  override state: State = { caught: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('A page could not be drawn', error, componentStack)
  }

  override render(): ReactNode {
    const { caught } = this.state
    if (caught === undefined) return this.props.children
    return this.props.isOptional === true ? null : <PageError error={caught.error} />
  }
}

export function PageError({ error }: { error: unknown }) {
  if (isMissingCode(error)) return <NewVersion />
  return (
    <ReloadNote
      title="Something went wrong."
      text="The rest of the portal still works. Reloading the page often helps."
    >
      <details className={classes.details}>
        <summary>Details</summary>
        <pre className={classes.text}>{errorText(error)}</pre>
      </details>
    </ReloadNote>
  )
}

/** The code of a page could not be loaded, mostly because an upgrade has renamed it. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}
