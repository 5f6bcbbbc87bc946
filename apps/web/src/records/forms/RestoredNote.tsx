import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface RestoredNoteProps {
  savedAt: string
  /** What somebody else has changed since, and what becomes of it. */
  since?: ReactNode
  onDiscard: () => void
}

/** Says that what somebody entered and did not save is there again. */
export function RestoredNote({ savedAt, since, onDiscard }: RestoredNoteProps) {
  return (
    <Alert
      type={since === undefined ? 'info' : 'warning'}
      showIcon
      title={
        <>
          Your unsaved changes of <TimeText at={savedAt} show="dateTime" /> were restored
        </>
      }
      description={since}
      action={<Button onClick={onDiscard}>Discard</Button>}
    />
  )
}
