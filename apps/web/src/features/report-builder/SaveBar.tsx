import { Button } from 'antd'
import classes from '#web/features/report-builder/SaveBar.module.css'
import type { EditedReport } from '#web/features/report-builder/draft/use-report-draft.ts'
import { HistoryButtons } from '#web/ui/editing/HistoryButtons.tsx'

interface SaveBarProps {
  edited: EditedReport
  /** What adds a new report; undefined for one that is there. */
  addLabel: string | undefined
  /** Why it cannot be saved, as a sentence. */
  problem: string | undefined
  isSaving: boolean
  onCopy: (() => void) | undefined
  onSave: () => void
}

/** Always there, so that nothing moves when something changes. */
export function SaveBar({ edited, addLabel, problem, isSaving, onCopy, onSave }: SaveBarProps) {
  const isUnsaved = addLabel !== undefined || edited.isChanged
  return (
    <div className={classes.bar} role="region" aria-label="Save">
      <HistoryButtons edited={edited} hasKeys />
      <div className={problem === undefined ? classes.words : classes.problem} role="status">
        {problem ?? (isUnsaved ? 'Not saved yet' : 'Saved')}
      </div>
      <a className={classes.toPreview} href="#preview">
        Preview
      </a>
      {onCopy !== undefined && <Button onClick={onCopy}>Copy</Button>}
      <Button disabled={!edited.isChanged} onClick={edited.discard}>
        Discard
      </Button>
      <Button
        type="primary"
        loading={isSaving}
        disabled={!isUnsaved || problem !== undefined}
        onClick={onSave}
      >
        {addLabel ?? 'Save'}
      </Button>
    </div>
  )
}
