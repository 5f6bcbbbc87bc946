import type { FitColumn } from '#web/ui/tables/fit-columns.ts'

/** Of a table on A4, between margins and the edges of its panel, in CSS pixels. */
export const paperWidth = 660
/** Smaller letters are hard to read on paper. */
const minZoom = 0.65

/** What one line of a table can have on paper, in pixels of the screen. */
export const printedWidth = paperWidth / minZoom

interface PrintedTable<C> {
  /** The tables that stand below each other, each with the first column. */
  parts: readonly (readonly C[])[]
  /** So that the widest of them fits. */
  zoom: number
}

/** How the columns of a table stand on paper, where nothing scrolls: made smaller, and where that is not enough, in parts. */
export function printedTable<C extends Pick<FitColumn<unknown>, 'minWidth'>>(
  columns: readonly C[],
): PrintedTable<C> {
  const count = splitBelow(columns, printedWidth).length
  // About as wide as each other.
  let limit = widthOf(columns) / Math.max(1, count)
  while (limit < printedWidth && splitBelow(columns, limit).length > count) limit += 10
  const parts = splitBelow(columns, Math.min(limit, printedWidth))
  return { parts, zoom: Math.min(1, paperWidth / Math.max(1, ...parts.map(widthOf))) }
}

/** Parts no wider than a limit, but for one that has a single column beside the first. */
function splitBelow<C extends Pick<FitColumn<unknown>, 'minWidth'>>(
  [first, ...others]: readonly C[],
  limit: number,
): C[][] {
  if (first === undefined) return []
  const parts = [[first]]
  for (const column of others) {
    const last = parts.at(-1) ?? []
    if (last.length > 1 && widthOf(last) + column.minWidth > limit) parts.push([first, column])
    else last.push(column)
  }
  return parts
}

export function widthOf(columns: readonly Pick<FitColumn<unknown>, 'minWidth'>[]): number {
  return columns.reduce((sum, { minWidth }) => sum + minWidth, 0)
}
