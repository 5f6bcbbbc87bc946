import type { Recording } from '@callboard/contract/recordings'
import { useState } from 'react'
import {
  draftOfSpans,
  isSameDraft,
  type SpanDraft,
  StoredSpans,
  withMarksOf,
} from '#web/features/recordings/spans/span-draft.ts'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'
import { readStoredEdit, useStoredEdit } from '#web/lib/drafts/stored-edit.ts'
import { readStoredDraft } from '#web/lib/drafts/stored-drafts.ts'
import { beginHistory, changed, type History, redone, undone } from '#web/ui/editing/edit-history.ts'

export interface EditedSpans {
  draft: SpanDraft
  /** Of the recording that the changes began from. */
  revision: number
  isChanged: boolean
  /** What an earlier visit left, or what is left of it after somebody else has saved; undefined once it is gone on with. */
  restored: { savedAt: string; isOlder: boolean } | undefined
  /** Whether it is there again when the page is opened the next time. */
  isKept: () => boolean
  canUndo: boolean
  canRedo: boolean
  /** Changes of one topic that follow each other are undone together. */
  change: (change: (draft: SpanDraft) => SpanDraft, topic?: string) => void
  undo: () => void
  redo: () => void
  discard: () => void
  /** Begins again from what is saved now. */
  accept: (recording: Recording) => void
  /** The same after somebody else has saved: what was marked here stays marked. */
  rebase: (recording: Recording) => void
}

interface Base {
  draft: SpanDraft
  revision: number
}

const baseOf = ({ spans, revision }: Recording): Base => ({ draft: draftOfSpans(spans), revision })

/** Ranges as they are edited, with the steps to undo. */
export function useSpanDraft(recording: Recording): EditedSpans {
  const [base, setBase] = useState(() => baseOf(recording))
  const place = useDraftPlace(`spans:${recording.id}`)
  const [stored] = useState(() => readStoredEdit(place, StoredSpans))
  const isOlder = stored !== undefined && stored.revision !== base.revision
  const [restored, setRestored] = useState(stored && { savedAt: stored.savedAt, isOlder })
  const [history, setHistory] = useState<History<SpanDraft>>(() => {
    const beginning = beginHistory(base.draft)
    if (stored === undefined) return beginning
    return changed(beginning, isOlder ? withMarksOf(base.draft, stored.draft) : stored.draft)
  })
  const draft = history.present
  const isChanged = !isSameDraft(draft, base.draft)
  useStoredEdit(place, { draft, revision: base.revision, isChanged })
  // Somebody else has saved meanwhile, and nothing of one's own would be lost.
  if (!isChanged && recording.revision > base.revision) begin(recording)
  function begin(from: Recording) {
    const next = baseOf(from)
    setBase(next)
    setHistory(beginHistory(next.draft))
    return next
  }
  return {
    draft,
    revision: base.revision,
    isChanged,
    restored: isChanged ? restored : undefined,
    isKept: () => readStoredDraft(place) !== undefined,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(change, topic) {
      setRestored(undefined)
      setHistory((now) => changed(now, change(now.present), topic))
    },
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    discard: () => setHistory((now) => changed(now, base.draft)),
    accept: (now) => void begin(now),
    rebase(now) {
      const next = begin(now)
      setHistory((before) => changed(before, withMarksOf(next.draft, draft)))
      setRestored({ savedAt: new Date().toISOString(), isOlder: true })
    },
  }
}
