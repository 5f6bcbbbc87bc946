import { joinWithAnd } from '@callboard/contract/format-names'
import { Alert, Button } from 'antd'
import type { Restored } from '#web/lib/drafts/field-draft.ts'
import { Box } from '#web/ui/layout.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface RestoredDraftProps {
  restored: Restored
  /** What a field is called; undefined for one that has no name of its own. */
  labelOf: (field: string) => string | undefined
  onDiscard: () => void
}

/** Says that what somebody entered and did not save is there again, and what others have changed since. */
export function RestoredDraft({ restored, labelOf, onDiscard }: RestoredDraftProps) {
  const { savedAt, changedSince } = restored
  const labels = changedSince.map((field) => labelOf(field)).filter((label) => label !== undefined)
  const what = labels.length === changedSince.length ? joinWithAnd(labels) : 'Some of these fields'
  return (
    <Box margin="0 0 16px">
      <Alert
        type={changedSince.length > 0 ? 'warning' : 'info'}
        showIcon
        title={
          <>
            Your unsaved changes of <TimeText at={savedAt} show="dateTime" /> are here again
          </>
        }
        description={
          changedSince.length > 0
            ? `Meanwhile somebody else changed: ${what}. Saving replaces that with what you entered.`
            : undefined
        }
        action={<Button onClick={onDiscard}>Discard</Button>}
      />
    </Box>
  )
}
