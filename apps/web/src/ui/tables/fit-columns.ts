import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'

/** A column of a table that takes the room there is. */
export interface FitColumn<T> extends Omit<
  TableColumnType<T>,
  'key' | 'title' | 'width' | 'minWidth' | 'responsive' | 'filters' | 'filterDropdown' | 'onFilter'
> {
  key: string
  /** Of its head, and of a value on a card. */
  title: string
  /** On a card the values speak for themselves. */
  isUnlabelled?: boolean
  /** In place of the title, where the head says more, or its group says the rest. */
  head?: ReactNode
  /** Says, with those before it, what a row is of: it stays in sight beside columns that scroll. */
  isRowHead?: boolean
  /** Neighbours of one group stand under a head of their own. */
  group?: string
  /** In place of its name. */
  groupHead?: ReactNode
  /** Pixels that it needs, padding included. */
  minWidth: number
  /** 0 is the highest: where there is too little room, columns with a greater number are hidden first. Its place among the columns unless given. */
  priority?: number
}

/** Below this width in pixels the rows are cards. */
export const cardsBelow = 520

/** The columns for which there is room, in their order. The first one always stays. */
export function fittingColumns<C extends Pick<FitColumn<unknown>, 'minWidth' | 'priority'>>(
  columns: readonly C[],
  width: number,
): readonly C[] {
  const byPriority = columns.toSorted((one, other) => priorityOf(one, columns) - priorityOf(other, columns))
  const shown = new Set<C>()
  let left = width
  for (const column of byPriority) {
    left -= column.minWidth
    if (left < 0 && shown.size > 0) break
    shown.add(column)
  }
  return columns.filter((column) => shown.has(column))
}

/**
 * How many of the first columns stay in sight beside those that scroll: the first one, and others that say what a row is
 * of while a third of the width is left.
 */
export function pinnedCount(
  columns: readonly Pick<FitColumn<unknown>, 'minWidth' | 'isRowHead'>[],
  width: number,
): number {
  let taken = 0
  const end = columns.findIndex(({ minWidth, isRowHead = false }, index) => {
    taken += minWidth
    return index > 0 && (!isRowHead || taken > (width * 2) / 3)
  })
  return end < 0 ? columns.length : end
}

function priorityOf<C extends Pick<FitColumn<unknown>, 'priority'>>(
  column: C,
  columns: readonly C[],
): number {
  const place = columns.indexOf(column)
  return place === 0 ? -1 : (column.priority ?? place)
}

/** How wide columns are that fill a width: what they need, and their share of what is left. */
export function filledWidths(
  columns: readonly { minWidth: number; grow?: number }[],
  width: number,
): readonly number[] {
  const needed = columns.reduce((sum, { minWidth }) => sum + minWidth, 0)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const left = Number.isFinite(width) && shares > 0 ? Math.max(0, width - needed) : 0
  return columns.map(
    ({ minWidth, grow = 0 }) => minWidth + (left === 0 ? 0 : Math.floor((left * grow) / shares)),
  )
}
