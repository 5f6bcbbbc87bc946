import { Alert, Button } from 'antd'
import type { StoredDraft } from '#web/features/report-builder/draft/stored-draft.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface RestoredNoteProps {
  stored: StoredDraft
  /** Somebody has changed the report since. */
  isOlder: boolean
  onDiscard: () => void
}

/** Says that unsaved changes of an earlier visit are there again. */
export function RestoredNote({ stored, isOlder, onDiscard }: RestoredNoteProps) {
  return (
    <Alert
      type="info"
      showIcon
      title={
        <>
          Your unsaved changes of <TimeText at={stored.savedAt} show="dateTime" /> are here again
        </>
      }
      description={isOlder ? 'Somebody has changed the report since: saving will say what.' : undefined}
      action={<Button onClick={onDiscard}>Discard them</Button>}
    />
  )
}
