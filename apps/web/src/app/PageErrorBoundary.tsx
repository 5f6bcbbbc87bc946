import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import classes from '#web/app/PageErrorBoundary.module.css'
import { errorText } from '#web/lib/api.ts'

interface PageErrorBoundaryProps {
  children: ReactNode
}

interface State {
  fault: { error: unknown } | undefined
}

/** 'Something went wrong.' with the details, in the place of a page that could not be drawn. */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, State> {
  override state: State = { fault: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error } }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('A page could not be drawn', error, componentStack)
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    return (
      <div className={classes.page} role="alert">
        <h1 className={classes.title}>Something went wrong.</h1>
        <p>The rest of the portal still works. Reloading the page often helps.</p>
        <Button type="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <details className={classes.details}>
          <summary>Details</summary>
          <pre className={classes.text}>{errorText(fault.error)}</pre>
        </details>
      </div>
    )
  }
}
