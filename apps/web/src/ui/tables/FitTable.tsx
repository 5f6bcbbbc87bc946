import { Table, type TableColumnGroupType, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useElementWidth } from '#web/ui/element-width.ts'
import { cardsBelow, type FitColumn, fittingColumns } from '#web/ui/tables/fit-columns.ts'
import classes from '#web/ui/tables/FitTable.module.css'
import { Hint } from '#web/ui/layout.tsx'
import {
  stickyCorner,
  stickyCornerOfRows,
  stickyHead,
  stickyRoot,
  stickyRowHead,
} from '#web/ui/tables/sticky-cells.ts'

interface FitTableProps<T> extends Omit<TableProps<T>, 'columns' | 'scroll' | 'summary'> {
  columns: readonly FitColumn<T>[]
  /** Somebody chose these columns: none steps back, and the table scrolls beside its first one. */
  isChosen?: boolean
  /** A whole row in one cell, for lists that leave no column out: it is shown where not all of them fit. */
  renderWhole?: (record: T) => ReactNode
  /** A table also where it is narrow, which scrolls beside its first column; which columns have no room is said. */
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
  const available = (width ?? Infinity) - (rowSelection === undefined ? 0 : selectionRoom)
  const isWhole = renderWhole !== undefined && widthOf(columns) > available
  const isPhone = available < cardsBelow
  const isNarrow = !isWhole && !isOfFigures && isPhone
  const fitting = isPhone || isChosen ? columns : fittingColumns(columns, available)
  const shown = isWhole
    ? [wholeColumn(renderWhole)]
    : isPhone && isOfFigures
      ? withShortFirst(fitting, available)
      : fitting
  const wanted = widthOf(shown)
  const isScrolled = !isNarrow && wanted > available
  const isSticky = !isNarrow && maxHeight !== undefined
  const isGrouped = shown.some(({ group }) => group !== undefined)
  const head = isGrouped ? 'rows' : 'cells'
  return (
    <div ref={frame} className={isNarrow ? classes.cards : tableClass(isSticky && isGrouped)}>
      <Table<T>
        size="middle"
        showSorterTooltip={false}
        showHeader={!isWhole}
        {...table}
        columns={groupedColumns(
          shown.map((column, index) => ({
            group: column.group,
            groupHead: column.groupHead,
            column: tableColumn(column, {
              isPinned: isScrolled && index === 0,
              isScrolled,
              sticky: isSticky ? head : undefined,
            }),
          })),
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

/** The column that stays leaves the others most of the room; what is in it breaks. */
function withShortFirst<T>(
  [first, ...others]: readonly FitColumn<T>[],
  available: number,
): readonly FitColumn<T>[] {
  return first === undefined
    ? others
    : [{ ...first, minWidth: Math.min(first.minWidth, available * 0.42) }, ...others]
}

function tableClass(isHeadSticky: boolean): string {
  return isHeadSticky ? `${classes.table} ${classes.stickyHead}` : `${classes.table}`
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
    <Hint padding="8px 16px" fontSize={13}>
      No room here for {names.map(({ title }) => title).join(', ')}. Choose columns to see them.
    </Hint>
  )
}

function widthOf<T>(columns: readonly FitColumn<T>[]): number {
  return columns.reduce((sum, { minWidth }) => sum + minWidth, 0)
}

function wholeColumn<T>(render: (record: T) => ReactNode): FitColumn<T> {
  return { key: 'whole', title: '', minWidth: cellPadding, render: (_, record) => render(record) }
}

interface Place {
  isPinned: boolean
  /** Beside others for which there is no room. */
  isScrolled: boolean
  /** Whether the cells of the head stay in sight, or its rows as a whole. */
  sticky: 'cells' | 'rows' | undefined
}

function tableColumn<T>(
  { title, head, minWidth, isUnlabelled = false, onCell, ...column }: FitColumn<T>,
  { isPinned, isScrolled, sticky }: Place,
): TableColumnType<T> {
  return {
    ...column,
    title: head ?? title,
    // Of what is in the cell.
    minWidth: minWidth - cellPadding,
    ...(isScrolled && { width: minWidth }),
    ...(isPinned && { fixed: 'start' }),
    ...(sticky === 'cells' && { onHeaderCell: () => ({ style: isPinned ? stickyCorner : stickyHead }) }),
    ...(sticky === 'rows' && isPinned && { onHeaderCell: () => ({ style: stickyCornerOfRows }) }),
    onCell: (record, index) => ({
      'data-label': isUnlabelled ? '' : title,
      ...(isPinned && { style: stickyRowHead }),
      ...onCell?.(record, index),
    }),
  }
}

interface PlacedColumn<T> {
  group: string | undefined
  groupHead: ReactNode
  column: TableColumnType<T>
}

/** Neighbours of one group under one head. */
function groupedColumns<T>(
  columns: readonly PlacedColumn<T>[],
): (TableColumnType<T> | TableColumnGroupType<T>)[] {
  return columns.flatMap(({ group, groupHead, column }, index) => {
    if (group === undefined) return [column]
    if (columns[index - 1]?.group === group) return []
    const after = columns.slice(index).findIndex((other) => other.group !== group)
    const together = columns.slice(index, after < 0 ? undefined : index + after)
    return [
      {
        key: `group ${index}`,
        title: groupHead ?? group,
        align: 'center',
        children: together.map((one) => one.column),
      } as const,
    ]
  })
}
