import type { Report } from '@callboard/contract/reports'
import { useState } from 'react'
import { beginHistory, changed, type History, redone, undone } from '#web/ui/editing/edit-history.ts'
import { draftOf, isSameDraft, ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { readStoredEdit, type StoredEdit, useStoredEdit } from '#web/lib/drafts/stored-edit.ts'
import { type DraftPlace, readStoredDraft, removeStoredDraft } from '#web/lib/drafts/stored-drafts.ts'

interface Base {
  draft: ReportDraft
  /** Of the report that the changes began from; null for a new one. */
  revision: number | null
}

export interface EditedReport {
  draft: ReportDraft
  base: Base
  isChanged: boolean
  /** A browser whose storage is full keeps no drafts. */
  isKept: () => boolean
  /** Changes of an earlier visit that are there again; undefined once somebody has said what to do with them. */
  restored: StoredEdit<ReportDraft> | undefined
  canUndo: boolean
  canRedo: boolean
  change: (changes: Partial<ReportDraft>, topic?: string) => void
  undo: () => void
  redo: () => void
  discard: () => void
  /**
   * Continues from what is saved now. Undo brings back what was edited before; what was edited since `sent` was sent stays.
   */
  accept: (report: Report, sent?: ReportDraft) => void
  /** The changes are kept no longer: they are saved. */
  forget: () => void
}

/** What is edited of a report, with its steps; unsaved changes are kept in the browser until they are saved or discarded. */
export function useReportDraft(place: DraftPlace | undefined, saved: Base): EditedReport {
  const [stored] = useState(() => readStoredEdit(place, ReportDraft))
  const [base, setBase] = useState<Base>({ ...saved, revision: stored?.revision ?? saved.revision })
  const [history, setHistory] = useState<History<ReportDraft>>(() =>
    stored === undefined ? beginHistory(saved.draft) : changed(beginHistory(saved.draft), stored.draft),
  )
  const [isNoticed, setIsNoticed] = useState(false)
  const draft = history.present
  const isChanged = !isSameDraft(draft, base.draft)
  if (!isChanged && (saved.revision ?? 0) > (base.revision ?? 0)) {
    setBase(saved)
    setHistory(beginHistory(saved.draft))
  }
  useStoredEdit(place, { draft, revision: base.revision, isChanged })
  return {
    draft,
    base,
    isChanged,
    isKept: () => readStoredDraft(place) !== undefined,
    restored: isNoticed || !isChanged ? undefined : stored,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(changes, topic) {
      setIsNoticed(true)
      setHistory((now) => changed(now, { ...now.present, ...changes }, topic))
    },
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    discard: () => setHistory((now) => changed(now, base.draft)),
    accept(report, sent) {
      const next = draftOf(report)
      setBase({ draft: next, revision: report.revision })
      setHistory((now) => {
        const isOlder = sent !== undefined && now.present !== sent
        return isOlder || isSameDraft(now.present, next) ? now : changed(now, next)
      })
    },
    forget: () => removeStoredDraft(place),
  }
}
