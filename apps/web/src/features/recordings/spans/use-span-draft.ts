import type { Recording } from '@callboard/contract/recordings'
import { useState } from 'react'
import { draftOfSpans, isSameDraft, type SpanDraft } from '#web/features/recordings/spans/span-draft.ts'
import { beginHistory, changed, type History, redone, undone } from '#web/ui/editing/edit-history.ts'

export interface EditedSpans {
  draft: SpanDraft
  /** Of the recording that the changes began from. */
  revision: number
  isChanged: boolean
  canUndo: boolean
  canRedo: boolean
  /** Changes of one topic that follow each other are undone together. */
  change: (change: (draft: SpanDraft) => SpanDraft, topic?: string) => void
  undo: () => void
  redo: () => void
  discard: () => void
  /** Begins again from what is saved now. */
  accept: (recording: Recording) => void
}

interface Base {
  draft: SpanDraft
  revision: number
}

const baseOf = ({ spans, revision }: Recording): Base => ({ draft: draftOfSpans(spans), revision })

/** Ranges as they are edited, with the steps to undo. */
export function useSpanDraft(recording: Recording): EditedSpans {
  const [base, setBase] = useState(() => baseOf(recording))
  const [history, setHistory] = useState<History<SpanDraft>>(() => beginHistory(base.draft))
  const draft = history.present
  const isChanged = !isSameDraft(draft, base.draft)
  // Somebody else has saved meanwhile, and nothing of one's own would be lost.
  if (!isChanged && recording.revision > base.revision) begin(recording)
  function begin(from: Recording) {
    const next = baseOf(from)
    setBase(next)
    setHistory(beginHistory(next.draft))
  }
  return {
    draft,
    revision: base.revision,
    isChanged,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (change, topic) => setHistory((now) => changed(now, change(now.present), topic)),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    discard: () => setHistory((now) => changed(now, base.draft)),
    accept: begin,
  }
}
