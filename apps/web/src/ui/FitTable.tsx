import { Table, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useElementWidth } from '#web/ui/element-width.ts'
import { cardsBelow, type FitColumn, fittingColumns } from '#web/ui/fit-columns.ts'
import classes from '#web/ui/FitTable.module.css'
import { stickyCorner, stickyHead, stickyRoot, stickyRowHead } from '#web/ui/sticky-cells.ts'

interface FitTableProps<T> extends Omit<TableProps<T>, 'columns' | 'scroll' | 'summary'> {
  columns: readonly FitColumn<T>[]
  /** Somebody chose these columns: none steps back, and the table scrolls beside its first one. */
  isChosen?: boolean
  /** A whole row in one cell, for lists that leave no column out: it is shown where not all of them fit. */
  renderWhole?: (record: T) => ReactNode
  /** On cards the values stand in two columns; which columns have no room is said. */
  isOfFigures?: boolean
  /** A CSS length: higher ones scroll under their head. */
  maxHeight?: string
  /** The last row, for the columns that are shown. */
  renderSummary?: (columns: readonly FitColumn<T>[]) => ReactNode
}

const selectionRoom = 48
const cellPadding = 16

/**
 * A table that shows the columns it has room for, the most important ones; where it is narrow, each row is a card with
 * all of them and the head is what to sort by.
 */
export function FitTable<T extends object>({
  columns,
  isChosen = false,
  isOfFigures = false,
  renderWhole,
  maxHeight,
  rowSelection,
  renderSummary,
  ...table
}: FitTableProps<T>) {
  const [frame, width] = useElementWidth<HTMLDivElement>()
  const room = (width ?? Infinity) - (rowSelection === undefined ? 0 : selectionRoom)
  const isWhole = renderWhole !== undefined && roomOf(columns) > room
  const isNarrow = !isWhole && room < cardsBelow
  const fitting = isNarrow || isChosen ? columns : fittingColumns(columns, room)
  const shown = isWhole ? [wholeColumn(renderWhole)] : fitting
  const wanted = roomOf(shown)
  const isScrolled = !isNarrow && wanted > room
  const isSticky = !isNarrow && maxHeight !== undefined
  return (
    <div ref={frame} className={isNarrow ? cardsClass(isOfFigures) : classes.table}>
      <Table<T>
        size="middle"
        showSorterTooltip={false}
        showHeader={!isWhole}
        {...table}
        columns={shown.map((column, index) =>
          tableColumn(column, { isPinned: isScrolled && index === 0, isSticky }),
        )}
        {...(rowSelection !== undefined && { rowSelection })}
        {...(isScrolled && { scroll: { x: wanted } })}
        {...(isSticky && { styles: { root: stickyRoot, content: { overflow: 'auto', maxHeight } } })}
        {...(renderSummary !== undefined && { summary: () => renderSummary(shown) })}
      />
      {isOfFigures && shown.length < columns.length && <Hidden columns={columns} shown={shown} />}
    </div>
  )
}

function cardsClass(isOfFigures: boolean): string {
  return isOfFigures ? `${classes.cards} ${classes.figures}` : `${classes.cards}`
}

interface HiddenProps<T> {
  columns: readonly FitColumn<T>[]
  shown: readonly FitColumn<T>[]
}

/** Names the columns that have stepped back. */
function Hidden<T>({ columns, shown }: HiddenProps<T>) {
  const names = columns.filter((column) => !column.isUnlabelled && !shown.includes(column))
  if (names.length === 0) return null
  return (
    <p className={classes.hidden}>
      No room here for {names.map(({ title }) => title).join(', ')}. Choose columns to see them.
    </p>
  )
}

function roomOf<T>(columns: readonly FitColumn<T>[]): number {
  return columns.reduce((sum, { room }) => sum + room, 0)
}

function wholeColumn<T>(render: (record: T) => ReactNode): FitColumn<T> {
  return { key: 'whole', title: '', room: cellPadding, render: (_, record) => render(record) }
}

interface Place {
  isPinned: boolean
  isSticky: boolean
}

function tableColumn<T>(
  { title, head, room, isUnlabelled = false, onCell, ...column }: FitColumn<T>,
  { isPinned, isSticky }: Place,
): TableColumnType<T> {
  return {
    ...column,
    title: head ?? title,
    // Of what is in the cell.
    minWidth: room - cellPadding,
    ...(isPinned && { fixed: 'start' }),
    ...(isSticky && { onHeaderCell: () => ({ style: isPinned ? stickyCorner : stickyHead }) }),
    onCell: (record, index) => ({
      'data-label': isUnlabelled ? '' : title,
      ...(isPinned && { style: stickyRowHead }),
      ...onCell?.(record, index),
    }),
  }
}
