import { Dashboard, type DashboardTile, partKey, type ShownPart } from '@callboard/contract/dashboard'
import { useState } from 'react'
import { chosenLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import type { ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'
import { readStoredEdit, type StoredEdit, useStoredEdit } from '#web/lib/drafts/stored-edit.ts'
import { readStoredDraft, removeStoredDraft } from '#web/lib/drafts/stored-drafts.ts'
import { beginHistory, changed, redone, undone } from '#web/ui/editing/edit-history.ts'

const Layout = Dashboard.pick({ tiles: true, parts: true })

export interface EditedLayout {
  layout: ShownLayout
  isChanged: boolean
  /** What an earlier visit left; undefined once somebody has gone on with it, or discarded it. */
  restored: (StoredEdit<ShownLayout> & { isOlder: boolean }) | undefined
  /** Whether what is arranged is there again when the page is opened the next time. */
  isKept: () => boolean
  discard: () => void
  /** It is saved, or given up: nothing of it is kept. */
  forget: () => void
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  setTiles: (tiles: readonly DashboardTile[]) => void
  setParts: (parts: readonly ShownPart[]) => void
  removePart: (part: ShownPart) => void
}

/** What is edited of a dashboard, with its steps; kept in the browser until it is saved or discarded. */
export function useLayoutDraft(of: string, saved: ShownLayout & { revision: number }): EditedLayout {
  const place = useDraftPlace(`dashboard:${of}`)
  const [stored] = useState(() => readStoredEdit(place, Layout))
  const [history, setHistory] = useState(() => {
    const beginning = beginHistory<ShownLayout>(saved)
    return stored === undefined ? beginning : changed(beginning, stored.draft)
  })
  const [isNoticed, setNoticed] = useState(false)
  const layout = history.present
  const isChanged = textOf(layout) !== textOf(saved)
  useStoredEdit(place, { draft: layout, revision: stored?.revision ?? saved.revision, isChanged })
  const change = (changes: Partial<ShownLayout>) => {
    setNoticed(true)
    setHistory((now) => changed(now, { ...now.present, ...changes }))
  }
  return {
    layout,
    isChanged,
    restored:
      stored === undefined || isNoticed || !isChanged
        ? undefined
        : { ...stored, isOlder: stored.revision !== saved.revision },
    isKept: () => readStoredDraft(place) !== undefined,
    discard: () => setHistory((now) => changed(now, saved)),
    forget: () => removeStoredDraft(place),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    setTiles: (tiles) => change({ tiles }),
    setParts: (parts) => change({ parts }),
    removePart: (part) => change({ parts: layout.parts.filter((other) => partKey(other) !== partKey(part)) }),
  }
}

function textOf(layout: ShownLayout): string {
  return JSON.stringify(chosenLayout(layout))
}
