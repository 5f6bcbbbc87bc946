import { annotatedCallsLimit } from '@callboard/contract/annotations'
import type { PartialCall } from '@callboard/contract/calls'
import { formatDateTime } from '@callboard/contract/format-time'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Checkbox, Table, type TableColumnsType, type TableProps } from 'antd'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { SelectedCalls } from '#web/features/calls/list/call-selection.ts'
import classes from '#web/features/calls/list/CallTable.module.css'
import type { CallColumn } from '#web/features/calls/list/columns.tsx'
import { layoutOf, rowHeight } from '#web/features/calls/list/list-layout.ts'
import { hasRecording, PlayCall } from '#web/features/calls/list/PlayCall.tsx'
import { useNearEnd } from '#web/ui/tables/near-end.ts'
import type { CallOrder } from '#web/features/calls/queries.ts'
import { useElementWidth } from '#web/ui/element-width.ts'
import { filledWidths } from '#web/ui/tables/fit-columns.ts'
import { Spoken } from '#web/ui/Spoken.tsx'
import { stickyCorner, stickyHead, stickyRoot, stickyRowHead } from '#web/ui/tables/sticky-cells.ts'
import { WindowBody, WindowContext } from '#web/ui/tables/WindowBody.tsx'

interface CallTableProps {
  calls: readonly PartialCall[]
  columns: readonly CallColumn[]
  /** Somebody chose the columns: none steps back, and the table scrolls beside its first one. */
  isChosen: boolean
  /** All calls that match the filters, once they are counted. */
  total: number | null | undefined
  timeZone: string
  order: CallOrder
  openCallId: string | undefined
  /** A new key is a new list, which starts at the top. */
  listKey: string
  /** Where calls may be edited. */
  selection: SelectedCalls | undefined
  /** A CSS length. */
  maxHeight: string
  callHref: (id: string) => string
  onOpen: (id: string) => void
  onOrder: (order: CallOrder) => void
  /** Called when the last loaded rows come near. */
  onNearEnd: () => void
}

/** The window of drawn rows moves in steps, so that most scrolling draws nothing anew. */
const step = 10

/**
 * The loaded calls as a table that draws only the rows near the screen. Ant Design's own virtual table draws `div`s, in
 * which a screen reader finds no rows and columns; with this one the table stays a table.
 */
export function CallTable(props: CallTableProps) {
  const { calls, columns, isChosen, openCallId, listKey, onNearEnd } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [frame, width = Infinity] = useElementWidth<HTMLDivElement>()
  const availableWidth = width - reservedWidth(props)
  const { shown, height } = layoutOf(columns, { availableWidth, isChosen })
  // oxlint-disable-next-line react/incompatible-library -- there is no React Compiler here, which it would be in the way of
  const virtualizer = useVirtualizer({
    count: calls.length,
    getScrollElement: () => body.current?.closest('table')?.parentElement ?? null,
    estimateSize: () => height,
    // The header stays visible above the rows.
    scrollPaddingEnd: rowHeight,
    rangeExtractor: ({ startIndex, endIndex, ...range }) =>
      defaultRangeExtractor({
        ...range,
        overscan: step,
        startIndex: startIndex - (startIndex % step),
        endIndex: endIndex + step - (endIndex % step),
      }),
    useFlushSync: false,
  })
  const drawn = virtualizer.getVirtualItems()
  useNearEnd(drawn, calls.length, onNearEnd)
  const openRow = openCallId === undefined ? -1 : calls.findIndex(({ id }) => id === openCallId)
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, listKey])
  useEffect(() => {
    if (openRow >= 0) virtualizer.scrollToIndex(openRow)
  }, [virtualizer, openRow])
  const first = drawn[0]?.index ?? 0
  const end = first + drawn.length
  return (
    <WindowContext value={{ body, above: first * height, below: (calls.length - end) * height }}>
      <div ref={frame}>
        <DrawnCalls
          {...props}
          columns={shown}
          width={availableWidth}
          rowHeight={height}
          first={first}
          end={end}
        />
      </div>
    </WindowContext>
  )
}

interface DrawnCallsProps extends CallTableProps {
  /** Of the table, in pixels. */
  width: number
  rowHeight: number
  first: number
  end: number
}

const components = { body: { wrapper: WindowBody } }

/** Not rendered again while one scrolls within its rows. */
const DrawnCalls = memo(function DrawnCalls({ first, end, ...props }: DrawnCallsProps) {
  const { calls, columns, total, width, rowHeight: height, openCallId, maxHeight, onOpen, onOrder } = props
  const wanted = columns.reduce((sum, { minWidth }) => sum + minWidth, 0)
  const isScrolled = wanted > width
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={false}
      tableLayout="fixed"
      {...(isScrolled && { scroll: { x: wanted + reservedWidth(props) } })}
      columns={[
        ...selectionColumn(props, isScrolled),
        ...playColumn(props, isScrolled),
        ...tableColumns(props, isScrolled),
      ]}
      dataSource={calls.slice(first, end)}
      components={components}
      styles={{ root: stickyRoot, content: { overflow: 'auto', maxHeight } }}
      rowClassName={({ id }) => (id === openCallId ? `${classes.row} ${classes.open}` : `${classes.row}`)}
      onRow={({ id }, index = 0) => ({
        'aria-rowindex': first + index + 2,
        style: { height },
        'aria-current': id === openCallId ? 'true' : undefined,
        onClick: ({ target }) => {
          if (!isControl(target) && !isTextSelected()) onOpen(id)
        },
      })}
      onChange={(_, __, sorter) => onOrder(orderOf(sorter, columns) ?? props.order)}
      showSorterTooltip={false}
      aria-label="Calls"
      aria-rowcount={typeof total === 'number' ? total + 1 : -1}
    />
  )
})

/** Of the boxes that select calls, and of the buttons that play recordings, in pixels. */
const selectionWidth = 40
const playWidth = 44

function reservedWidth({ selection, calls }: CallTableProps): number {
  return (selection === undefined ? 0 : selectionWidth) + (calls.some(hasRecording) ? playWidth : 0)
}

/** Where one of the loaded calls has a recording. */
function playColumn(
  { calls, timeZone, openCallId }: CallTableProps,
  isScrolled: boolean,
): TableColumnsType<PartialCall> {
  if (!calls.some(hasRecording)) return []
  return [
    {
      key: 'play',
      title: <Spoken>Recording</Spoken>,
      width: playWidth,
      ...(isScrolled && { fixed: 'start' }),
      onHeaderCell: () => ({ style: isScrolled ? stickyCorner : stickyHead }),
      onCell: ({ id }) => ({
        className: classes.cell,
        ...(isScrolled && { style: id === openCallId ? pinnedOpen : stickyRowHead }),
      }),
      render: (_: unknown, call) => hasRecording(call) && <PlayCall call={call} timeZone={timeZone} />,
    },
  ]
}

function selectionColumn(
  { selection, calls, timeZone, openCallId }: CallTableProps,
  isScrolled: boolean,
): TableColumnsType<PartialCall> {
  if (selection === undefined) return []
  const { ids, set } = selection
  const loaded = calls.map(({ id }) => id)
  const count = loaded.filter((id) => ids.has(id)).length
  const all = (
    <Checkbox
      aria-label="Select all loaded calls"
      checked={count > 0 && count === Math.min(loaded.length, annotatedCallsLimit)}
      indeterminate={count > 0 && count < Math.min(loaded.length, annotatedCallsLimit)}
      onChange={({ target }) => set(loaded, target.checked)}
    />
  )
  return [
    {
      key: 'selection',
      title: all,
      width: selectionWidth,
      ...(isScrolled && { fixed: 'start' }),
      onHeaderCell: () => ({ style: isScrolled ? stickyCorner : stickyHead }),
      onCell: ({ id }) => ({
        className: classes.cell,
        'data-selects': true,
        ...(isScrolled && { style: id === openCallId ? pinnedOpen : stickyRowHead }),
      }),
      render: (_: unknown, { id, startedAt }) => (
        <Checkbox
          aria-label={`Select the call of ${startedAt === undefined ? id : formatDateTime(startedAt, timeZone)}`}
          checked={ids.has(id)}
          onChange={({ target, nativeEvent }) => {
            const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey
            set(isRange ? rangeTo(id, { loaded, ids }) : [id], target.checked)
          }}
        />
      ),
    },
  ]
}

/** From the nearest selected call above, or below, to this one: what a click with Shift selects. */
function rangeTo(
  id: string,
  { loaded, ids }: { loaded: readonly string[]; ids: ReadonlySet<string> },
): readonly string[] {
  const at = loaded.indexOf(id)
  const above = loaded.findLastIndex((other, place) => place < at && ids.has(other))
  if (above >= 0) return loaded.slice(above, at + 1)
  const below = loaded.findIndex((other, place) => place > at && ids.has(other))
  return below >= 0 ? loaded.slice(at, below + 1) : [id]
}

function tableColumns(
  { columns, width, order, openCallId, timeZone, callHref }: Omit<DrawnCallsProps, 'first' | 'end'>,
  isScrolled: boolean,
): TableColumnsType<PartialCall> {
  const widths = filledWidths(columns, width)
  return columns.map(({ key, title, align, sort, render }, index) => ({
    key,
    title,
    width: widths[index] ?? 0,
    ellipsis: true,
    ...(isScrolled && index === 0 && { fixed: 'start' }),
    ...(align === undefined ? {} : { align }),
    ...(sort === undefined
      ? {}
      : { sorter: true, sortOrder: sort === order.sort ? directionOf(order) : null }),
    sortDirections: ['descend', 'ascend', 'descend'],
    onHeaderCell: () => ({
      style: { ...(isScrolled && index === 0 ? stickyCorner : stickyHead), whiteSpace: 'nowrap' },
    }),
    onCell: ({ id }) => ({
      className: classes.cell,
      ...(isScrolled && index === 0 && { style: id === openCallId ? pinnedOpen : stickyRowHead }),
    }),
    render: (_: unknown, call: PartialCall) =>
      index === 0 ? (
        <Link to={callHref(call.id)} preventScrollReset>
          {render(call, timeZone)}
        </Link>
      ) : (
        render(call, timeZone)
      ),
  }))
}

const pinnedOpen = { ...stickyRowHead, background: 'var(--cb-answered-soft)' }

function directionOf({ desc }: CallOrder): 'descend' | 'ascend' {
  return desc ? 'descend' : 'ascend'
}

type Sorter = Parameters<NonNullable<TableProps<PartialCall>['onChange']>>[2]

function orderOf(sorter: Sorter, columns: readonly CallColumn[]): CallOrder | undefined {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  const sort = columns.find(({ key }) => key === one?.columnKey)?.sort
  return sort === undefined ? undefined : { sort, desc: one?.order !== 'ascend' }
}

/** Something in a row that is pressed for itself: a link, a button, or the box that selects the row, with the cell around it. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, [data-selects]') !== null
}

/** Selecting a number to copy it must not open the call. */
function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false
}
