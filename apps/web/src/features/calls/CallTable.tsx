import type { PartialCall } from '@callboard/contract/calls'
import { Table, type TableColumnsType, type TableProps } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/calls/CallTable.module.css'
import type { CallColumn } from '#web/features/calls/columns.tsx'
import type { CallOrder } from '#web/features/calls/queries.ts'
import { useRowWindow } from '#web/features/calls/row-window.ts'
import { stickyHead, stickyRoot } from '#web/ui/sticky-cells.ts'
import { WindowBody, WindowContext } from '#web/features/calls/WindowBody.tsx'

interface CallTableProps {
  calls: readonly PartialCall[]
  columns: readonly CallColumn[]
  /** All calls behind the filters, once they are counted. */
  total: number | null | undefined
  timeZone: string
  order: CallOrder
  openCallId: string | undefined
  /** Another one is another list, which starts at its top. */
  listKey: string
  /** A CSS length. */
  maxHeight: string
  callHref: (id: string) => string
  onOpen: (id: string) => void
  onOrder: (order: CallOrder) => void
  /** Told when the last loaded rows come near. */
  onNearEnd: () => void
}

const rowHeight = 40
const components = { body: { wrapper: WindowBody } }

/** The loaded calls as a table that draws only the rows near the screen. */
export function CallTable(props: CallTableProps) {
  const { calls, columns, total, openCallId, listKey, maxHeight, onOpen, onOrder, onNearEnd } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = useRowWindow({ rows: body, count: calls.length, rowHeight, onNearEnd })
  const openRow = openCallId === undefined ? -1 : calls.findIndex(({ id }) => id === openCallId)
  useTopOfNewList(body, listKey)
  useRowInView(body, openRow)
  return (
    <WindowContext
      value={{ body, above: shown.first * rowHeight, below: (calls.length - shown.end) * rowHeight }}
    >
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: columns.reduce((sum, { width }) => sum + width, 0) }}
        columns={tableColumns(props)}
        dataSource={calls.slice(shown.first, shown.end)}
        components={components}
        styles={{ root: stickyRoot, content: { overflow: 'auto', maxHeight } }}
        rowClassName={({ id }) => (id === openCallId ? `${classes.row} ${classes.open}` : `${classes.row}`)}
        onRow={({ id }, index = 0) => ({
          'aria-rowindex': shown.first + index + 2,
          'aria-current': id === openCallId ? 'true' : undefined,
          onClick: ({ target }) => {
            if (!isLink(target) && !isTextSelected()) onOpen(id)
          },
        })}
        onChange={(_, __, sorter) => onOrder(orderOf(sorter, columns) ?? props.order)}
        showSorterTooltip={false}
        aria-label="Calls"
        aria-rowcount={typeof total === 'number' ? total + 1 : -1}
      />
    </WindowContext>
  )
}

function tableColumns({ columns, order, timeZone, callHref }: CallTableProps): TableColumnsType<PartialCall> {
  return columns.map(({ key, title, width, align, sort, render }, index) => ({
    key,
    title,
    width,
    ellipsis: true,
    ...(align === undefined ? {} : { align }),
    ...(sort === undefined
      ? {}
      : { sorter: true, sortOrder: sort === order.sort ? directionOf(order) : null }),
    sortDirections: ['descend', 'ascend', 'descend'],
    onHeaderCell: () => ({ style: stickyHead }),
    onCell: () => ({ className: classes.cell }),
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

function directionOf({ desc }: CallOrder): 'descend' | 'ascend' {
  return desc ? 'descend' : 'ascend'
}

type Sorter = Parameters<NonNullable<TableProps<PartialCall>['onChange']>>[2]

function orderOf(sorter: Sorter, columns: readonly CallColumn[]): CallOrder | undefined {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  const sort = columns.find(({ key }) => key === one?.columnKey)?.sort
  return sort === undefined ? undefined : { sort, desc: one?.order !== 'ascend' }
}

function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/** Who marks a number to copy it does not mean to open the call. */
function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false
}

function useTopOfNewList(body: RefObject<HTMLElement | null>, listKey: string): void {
  const shownKey = useRef(listKey)
  useEffect(() => {
    const scroller = scrollerOf(body)
    if (shownKey.current === listKey || scroller === undefined) return
    shownKey.current = listKey
    scroller.scrollTop = 0
  }, [body, listKey])
}

/** Scrolls no further than it takes to see the open row, also one that is not drawn. */
function useRowInView(body: RefObject<HTMLElement | null>, row: number): void {
  useEffect(() => {
    const scroller = scrollerOf(body)
    if (row < 0 || scroller === undefined) return
    const headHeight = scroller.querySelector('thead')?.offsetHeight ?? 0
    const top = row * rowHeight
    const room = scroller.clientHeight - headHeight - rowHeight
    if (top < scroller.scrollTop) scroller.scrollTop = top
    else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room
  }, [body, row])
}

function scrollerOf(body: RefObject<HTMLElement | null>): HTMLElement | undefined {
  return body.current?.closest('table')?.parentElement ?? undefined
}
