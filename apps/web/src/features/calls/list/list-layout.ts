import type { CallColumn } from '#web/features/calls/list/columns.tsx'
import { stackedColumns } from '#web/features/calls/list/stacked-columns.tsx'
import { fittingColumns } from '#web/ui/tables/fit-columns.ts'

export const rowHeight = 40
/** Of rows of two lines. */
const stackedRowHeight = 60

/** Below this width in pixels rows have two lines. */
const stackedBelow = 720

interface ListLayout {
  shown: readonly CallColumn[]
  /** Of a row, in pixels. */
  height: number
}

/** What the table shows in its room. Where somebody chose the columns it shows these, and scrolls. */
export function layoutOf(
  columns: readonly CallColumn[],
  { availableWidth, isChosen }: { availableWidth: number; isChosen: boolean },
): ListLayout {
  if (isChosen) return { shown: columns, height: rowHeight }
  if (availableWidth < stackedBelow) return { shown: stackedColumns, height: stackedRowHeight }
  return { shown: fittingColumns(columns, availableWidth), height: rowHeight }
}
