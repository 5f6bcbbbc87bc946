import { joinWithAnd } from '@callboard/contract/format-names'
import type { FormDraft } from '#web/records/forms/form-draft.ts'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { Box } from '#web/ui/layout.tsx'

interface RestoredDraftProps {
  draft: FormDraft
  /** What a field is called; undefined for one that has no name of its own. */
  labelOf?: (field: string) => string | undefined
  /** Where more than the draft goes. */
  onDiscard?: () => void
}

/** Says that what somebody entered into a form and did not save is there again, and what has been changed since. */
export function RestoredDraft({
  draft,
  labelOf = () => undefined,
  onDiscard = draft.discard,
}: RestoredDraftProps) {
  if (draft.restored === undefined) return null
  const { savedAt, changedSince } = draft.restored
  const labels = changedSince.map((field) => labelOf(field)).filter((label) => label !== undefined)
  const what = labels.length === changedSince.length ? joinWithAnd(labels) : 'Some of these fields'
  const since =
    changedSince.length > 0
      ? `Meanwhile this was changed, by somebody else or by you in another tab or window: ${what}. Saving replaces that with what you entered.`
      : undefined
  return (
    <Box margin="0 0 16px">
      <RestoredNote savedAt={savedAt} since={since} onDiscard={onDiscard} />
    </Box>
  )
}
