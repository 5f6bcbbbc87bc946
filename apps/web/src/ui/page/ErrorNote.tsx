import { CancelledError } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import { explainedError, isOutOfReach, requestToQuote } from '#web/lib/api/api-error.ts'
import classes from '#web/ui/page/ErrorNote.module.css'
import { paths } from '#web/lib/urls/paths.ts'
import { QuietText, Row } from '#web/ui/layout.tsx'

interface ErrorNoteProps {
  error: unknown
  /** What could not be done; 'This could not be loaded' unless given. */
  title?: string
  /** Offered where trying again may help. */
  onRetry?: (() => void) | undefined
  /** Where to go from what is not there, or not for this user. */
  wayOn?: WayOn | undefined
}

export interface WayOn {
  label: string
  path: string
}

/** An error in its place: what could not be done, why, the request id where there is something to report, and Retry or another way on. */
export function ErrorNote({ error, title = 'This could not be loaded', onRetry, wayOn }: ErrorNoteProps) {
  if (error instanceof CancelledError) {
    return (
      <Alert
        type="info"
        showIcon
        title="You stopped waiting for this"
        action={onRetry !== undefined && <Button onClick={onRetry}>Load</Button>}
      />
    )
  }
  const requestId = requestToQuote(error)
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={
        <>
          <div className={classes.reason}>{explainedError(error)}</div>
          {requestId !== undefined && (
            <QuietText as="div" breaks="anywhere" margin="4px 0 0" fontSize={13}>
              Request <code>{requestId}</code>
            </QuietText>
          )}
          {wayOn !== undefined && isOutOfReach(error) && (
            <Row gap={16} wrap margin="8px 0 0">
              <Link to={wayOn.path}>{wayOn.label}</Link>
              <Link to={paths.root}>Go to your first page</Link>
            </Row>
          )}
        </>
      }
      action={onRetry !== undefined && !isOutOfReach(error) && <Button onClick={onRetry}>Retry</Button>}
    />
  )
}
