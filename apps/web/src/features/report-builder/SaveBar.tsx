import { dashboardReports } from '@callboard/contract/reports'
import { Button } from 'antd'
import classes from '#web/features/report-builder/SaveBar.module.css'
import type { EditedReport } from '#web/features/report-builder/draft/use-report-draft.ts'
import { HistoryButtons } from '#web/ui/editing/HistoryButtons.tsx'

interface SaveBarProps {
  edited: EditedReport
  /** Undefined: a new report. */
  reportId: string | undefined
  /** Why it cannot be run, as a sentence. */
  problem: string | undefined
  isSaving: boolean
  onCopy: () => void
  onSave: () => void
}

/** Always there, so that nothing moves when something changes. */
export function SaveBar({ edited, reportId, problem, isSaving, onCopy, onSave }: SaveBarProps) {
  const isNew = reportId === undefined
  const isUnsaved = isNew || edited.isChanged
  const reason = isPartOfDashboard(reportId) ? partWords : problem
  return (
    <div className={classes.bar} role="region" aria-label="Save">
      <HistoryButtons edited={edited} hasKeys />
      <div className={reason === undefined ? classes.words : classes.problem} role="status">
        {reason ?? (isUnsaved ? 'Not saved yet' : 'Saved')}
      </div>
      <a className={classes.toPreview} href="#preview">
        Preview
      </a>
      {!isNew && <Button onClick={onCopy}>Copy</Button>}
      <Button disabled={!edited.isChanged} onClick={edited.discard}>
        Discard
      </Button>
      <Button
        type="primary"
        loading={isSaving}
        disabled={!isUnsaved || reason !== undefined}
        onClick={onSave}
      >
        {isNew ? 'Add Report' : 'Save'}
      </Button>
    </div>
  )
}

const partWords = 'A part of the dashboard stays as it is; a copy of it can be changed.'

function isPartOfDashboard(id: string | undefined): boolean {
  return Object.values<string | undefined>(dashboardReports).includes(id)
}
