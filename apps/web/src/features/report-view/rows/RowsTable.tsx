import { answerColumns, cellOf } from '@callboard/contract/answer-columns'
import { writeCell } from '@callboard/contract/dimension-words'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { reportColumns, type ReportTableColumn } from '#web/features/report-view/figures/columns.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { fieldOf, sortableKeys } from '#web/features/report-view/rows/rows-query.ts'
import classes from '#web/features/report-view/rows/RowsTable.module.css'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { type ResultRow, resultRows } from '#web/lib/reporting/report-answer.ts'
import { useElementWidth } from '#web/ui/element-width.ts'
import { useInView } from '#web/ui/page/use-in-view.ts'
import { cardsBelow } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { useNearEnd } from '#web/ui/tables/near-end.ts'
import { WindowBody, WindowContext } from '#web/ui/tables/WindowBody.tsx'

interface RowsTableProps {
  /** With the rows that are loaded. */
  answer: RunReportAnswer
  sort: ReportSort | undefined
  /** Keys of the columns that somebody chose; undefined: all of the report. */
  chosen: readonly string[] | undefined
  /** Another key is another list, which starts at the top. */
  listKey: string
  onSort: (sort: ReportSort | undefined) => void
  /** Called when the last loaded rows come near. */
  onNearEnd: () => void
}

const rowHeight = 40
/** By so many rows the columns have their room, so that it stays as it is when more are loaded. */
const measuredRows = 200

const components = { body: { wrapper: WindowBody } }

/** The loaded rows of a report of calls. A table draws those near the screen, a narrow one is cards, and paper has all. */
export function RowsTable(props: RowsTableProps) {
  const { answer, sort, chosen, listKey, onSort, onNearEnd } = props
  const rows = useMemo(() => resultRows(answer), [answer])
  const numbers = useMemo(() => new Map(rows.map((row, index) => [row, index])), [rows])
  const columns = useMemo(() => rowsColumns({ answer, sort }), [answer, sort])
  const shown = chosen === undefined ? columns : columns.filter(({ key }) => chosen.includes(fieldOf(key)))
  const [frame, width = Infinity] = useElementWidth<HTMLDivElement>()
  const isPrinted = useMediaQuery('print')
  const isWhole = isPrinted || width < cardsBelow
  const body = useRef<HTMLTableSectionElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- there is no React Compiler here, which it would be in the way of
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: !isWhole,
    getScrollElement: () => body.current?.closest('table')?.parentElement ?? null,
    estimateSize: () => rowHeight,
    overscan: 20,
    useFlushSync: false,
  })
  const drawn = virtualizer.getVirtualItems()
  useNearEnd(isWhole ? [] : drawn, rows.length, onNearEnd)
  useEffect(() => virtualizer.scrollToOffset(0), [virtualizer, listKey])
  const first = isWhole ? 0 : (drawn[0]?.index ?? 0)
  const end = isWhole ? rows.length : first + drawn.length
  const place = { body, above: first * rowHeight, below: (rows.length - end) * rowHeight }
  return (
    <WindowContext value={place}>
      <div ref={frame} className={isWhole ? classes.whole : classes.window}>
        <FitTable<ResultRow>
          size="small"
          rowKey={(row) => numbers.get(row) ?? -1}
          columns={shown}
          isChosen
          dataSource={rows.slice(first, end)}
          maxHeight="max(420px, calc(100dvh - 200px))"
          pagination={false}
          components={components}
          // Its head is the first row.
          onRow={(_, index = 0) => ({ 'aria-rowindex': first + index + 2 })}
          onSort={(by) => onSort(by && { column: by.key, desc: by.desc })}
          aria-label={answer.meta.reportName}
          aria-rowcount={answer.meta.rowCount + 1}
        />
        {isWhole && !isPrinted && <NearEnd key={rows.length} onNearEnd={onNearEnd} />}
      </div>
    </WindowContext>
  )
}

/** Rows are of one line; what has no room in it is told by the title. */
function rowsColumns({ answer, sort }: Pick<RowsTableProps, 'answer' | 'sort'>): ReportTableColumn[] {
  const sortable = sortableKeys(answer)
  const own = new Map(answerColumns(answer).map((column) => [column.key, column]))
  const columns = reportColumns({
    answer,
    rows: resultRows({ ...answer, rows: answer.rows.slice(0, measuredRows) }),
    sort,
    order: 'engine',
    figureHref: () => undefined,
  })
  return columns.map((column, index) => {
    const of = own.get(column.key)
    return {
      ...column,
      priority: index,
      ...(!sortable.has(column.key) && { sorter: false }),
      onCell: ({ cells }) => ({
        title: of === undefined ? undefined : (writeCell(cellOf(cells, of), of.column, answer) ?? undefined),
      }),
    }
  })
}

/** Cards are scrolled with the page. */
function NearEnd({ onNearEnd }: Pick<RowsTableProps, 'onNearEnd'>) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  useEffect(() => {
    if (isSeen) onNearEnd()
  }, [isSeen, onNearEnd])
  return <div ref={ref} />
}
