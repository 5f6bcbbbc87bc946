import { Table, type TableColumnGroupType, type TableColumnType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useElementWidth } from '#web/ui/element-width.ts'
import { cardsBelow, type FitColumn, fittingColumns, pinnedCount } from '#web/ui/tables/fit-columns.ts'
import classes from '#web/ui/tables/FitTable.module.css'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { printedTable, printedWidth, widthOf } from '#web/ui/tables/printed-columns.ts'
import { SortSelect, type TableSort } from '#web/ui/tables/SortSelect.tsx'
import { Hint } from '#web/ui/layout.tsx'
import {
  stickyCorner,
  stickyCornerOfRows,
  stickyHead,
  stickyRoot,
  stickyRowHead,
} from '#web/ui/tables/sticky-cells.ts'

interface FitTableProps<T> extends Omit<TableProps<T>, 'columns' | 'scroll' | 'summary' | 'onChange'> {
  columns: readonly FitColumn<T>[]
  /** Somebody chose these columns: none steps back, and the table scrolls beside its first one. */
  isChosen?: boolean
  /** A whole row in one cell, for lists that leave no column out: it is shown where not all of them fit. */
  renderWhole?: (record: T) => ReactNode
  /** Its columns are of one kind, and chosen by who looks: cards have them in columns. */
  isOfFigures?: boolean
  /** Where as many columns as these have room it is no cards, however narrow: another page has the others. */
  enoughColumns?: number
  /** A CSS length: higher ones scroll under their head. */
  maxHeight?: string
  /** The last row, for the columns that are shown, of which the first ones are pinned. */
  renderSummary?: (columns: readonly FitColumn<T>[], pinned: number) => ReactNode
  /** Undefined: in their own order. */
  onSort?: (sort: TableSort | undefined) => void
}

const selectionWidth = 48
const cellPadding = 16
/** What the first and the last cell have more. */
const edgePadding = 12

/**
 * A table that shows the columns it has room for, the most important ones; where it is narrow, each row is a card with
 * all of them, and a list has what to sort by. On paper it has all that somebody chose, below each other if need be.
 */
export function FitTable<T extends object>(props: FitTableProps<T>) {
  const { columns, isChosen = false, isOfFigures = false, enoughColumns = Infinity } = props
  const { renderWhole, rowSelection, onSort } = props
  const [frame, width] = useElementWidth<HTMLDivElement>()
  const isPrinted = useMediaQuery('print')
  const available = (width ?? Infinity) - edgePadding - (rowSelection === undefined ? 0 : selectionWidth)
  if (isPrinted) {
    const { parts, zoom } = printedTable(
      isChosen || isOfFigures ? columns : fittingColumns(columns, printedWidth),
    )
    return (
      <div ref={frame} className={classes.table} style={{ zoom }}>
        {parts.map((part) => (
          <Drawn key={part.at(-1)?.key} {...props} shown={part} />
        ))}
      </div>
    )
  }
  const isWhole = renderWhole !== undefined && widthOf(columns) > available
  const fitted = fittingColumns(columns, available)
  const isNarrow = !isWhole && available < cardsBelow && fitted.length < enoughColumns
  const fitting = isNarrow || isChosen ? columns : fitted
  const shown = isWhole ? [wholeColumn(renderWhole)] : fitting
  const pinned = !isNarrow && widthOf(shown) > available ? pinnedCount(shown, available) : 0
  const isSticky = !isNarrow && props.maxHeight !== undefined
  const isGrouped = shown.some(({ group }) => group !== undefined)
  return (
    <div ref={frame} className={isNarrow ? cardsClass(isOfFigures) : tableClass(isSticky && isGrouped)}>
      {isNarrow && onSort !== undefined && <SortSelect columns={shown} onSort={onSort} />}
      <Drawn {...props} shown={shown} isWhole={isWhole} pinned={pinned} isSticky={isSticky} />
      {!isWhole && shown.length < columns.length && (
        <Hidden columns={columns} shown={shown} canChoose={isOfFigures} />
      )}
    </div>
  )
}

interface DrawnProps<T> extends FitTableProps<T> {
  shown: readonly FitColumn<T>[]
  isWhole?: boolean
  /** How many of the first columns stay in sight while the others scroll; 0 where all have room. */
  pinned?: number
  isSticky?: boolean
}

/** The table of Ant Design, with the columns that are shown. */
function Drawn<T extends object>({
  columns: _columns,
  isChosen: _isChosen,
  isOfFigures: _isOfFigures,
  enoughColumns: _enoughColumns,
  renderWhole: _renderWhole,
  shown,
  isWhole = false,
  pinned = 0,
  isSticky = false,
  maxHeight,
  rowSelection,
  renderSummary,
  onSort,
  ...table
}: DrawnProps<T>) {
  const isScrolled = pinned > 0
  const head = shown.some(({ group }) => group !== undefined) ? 'rows' : 'cells'
  return (
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
            isPinned: index < pinned,
            isScrolled,
            sticky: isSticky ? head : undefined,
          }),
        })),
      )}
      onChange={(...[, , sorter, { action }]) => {
        if (action === 'sort') onSort?.(sortOf(sorter))
      }}
      {...(rowSelection !== undefined && { rowSelection })}
      {...(isScrolled && { scroll: { x: widthOf(shown) } })}
      {...(isSticky && { styles: { root: stickyRoot, content: { overflow: 'auto', maxHeight } } })}
      {...(renderSummary !== undefined && { summary: () => renderSummary(shown, pinned) })}
    />
  )
}

type Sorter<T> = Parameters<NonNullable<TableProps<T>['onChange']>>[2]

function sortOf<T>(sorter: Sorter<T>): TableSort | undefined {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  if (typeof one?.columnKey !== 'string' || one.order === undefined || one.order === null) return undefined
  return { key: one.columnKey, desc: one.order === 'descend' }
}

function tableClass(isHeadSticky: boolean): string {
  return isHeadSticky ? `${classes.table} ${classes.stickyHead}` : `${classes.table}`
}

function cardsClass(isOfFigures: boolean): string {
  return isOfFigures ? `${classes.cards} ${classes.figureCards}` : `${classes.cards}`
}

interface HiddenProps<T> {
  columns: readonly FitColumn<T>[]
  shown: readonly FitColumn<T>[]
  canChoose: boolean
}

/** Names the columns that have stepped back. */
function Hidden<T>({ columns, shown, canChoose }: HiddenProps<T>) {
  const names = columns.filter((column) => !column.isUnlabelled && !shown.includes(column))
  if (names.length === 0) return null
  return (
    <Hint padding="8px 16px" fontSize={13}>
      Hidden for lack of space: {names.map(({ title }) => title).join(', ')}.
      {canChoose && ' Choose columns to change this.'}
    </Hint>
  )
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
    // A table that cuts texts gives all columns the same width, unless they say theirs.
    ...((isScrolled || column.ellipsis !== undefined) && { width: minWidth }),
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
