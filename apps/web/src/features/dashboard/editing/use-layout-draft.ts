import { type DashboardTile, partKey, type ShownPart } from '@callboard/contract/dashboard'
import { useState } from 'react'
import { chosenLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import type { ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { beginHistory, changed, redone, undone } from '#web/ui/editing/edit-history.ts'

export interface EditedLayout {
  layout: ShownLayout
  isChanged: boolean
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  setTiles: (tiles: readonly DashboardTile[]) => void
  setParts: (parts: readonly ShownPart[]) => void
  removePart: (part: ShownPart) => void
}

/** What is edited of a dashboard, with its steps. */
export function useLayoutDraft(saved: ShownLayout): EditedLayout {
  const [history, setHistory] = useState(() => beginHistory<ShownLayout>(saved))
  const layout = history.present
  const change = (changes: Partial<ShownLayout>) =>
    setHistory((now) => changed(now, { ...now.present, ...changes }))
  return {
    layout,
    isChanged: textOf(layout) !== textOf(saved),
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
