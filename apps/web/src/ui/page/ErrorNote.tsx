import { Alert, Button } from 'antd'
import { ApiError, explainedError } from '#web/lib/api/api-error.ts'
import classes from '#web/ui/page/ErrorNote.module.css'
import { QuietText } from '#web/ui/layout.tsx'

interface ErrorNoteProps {
  error: unknown
  /** What could not be done; 'This could not be loaded' unless given. */
  title?: string
  onRetry?: (() => void) | undefined
}

/** An error in its place: what could not be done, why, the request id to quote, and Retry. */
export function ErrorNote({ error, title = 'This could not be loaded', onRetry }: ErrorNoteProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
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
        </>
      }
      action={onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
    />
  )
}
