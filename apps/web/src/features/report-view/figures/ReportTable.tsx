import { Pagination, Table } from 'antd'
import type { RunReportAnswer } from '@callboard/contract/reports'
import type { ReportTableColumn } from '#web/features/report-view/figures/columns.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { formatCount } from '@callboard/contract/format'
import type { ResultRow } from '#web/lib/reporting/report-answer.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { stickyFoot, stickyFootCorner } from '#web/ui/tables/sticky-cells.ts'

interface ReportTableProps {
  answer: RunReportAnswer
  /** Those of the page. */
  rows: readonly ResultRow[]
  columns: readonly ReportTableColumn[]
  /** Somebody chose the columns. */
  isChosen: boolean
  /** From 1. */
  page?: number
  rowsOnPage?: number
  onSort?: (sort: ReportSort | undefined) => void
  /** Undefined: these are the rows that are shown, however many there are. */
  onPage?: (page: number) => void
}

/** A page of the rows of a report, and its totals. */
export function ReportTable(props: ReportTableProps) {
  const { answer, rows, columns, isChosen, page = 1, rowsOnPage = rows.length, onSort, onPage } = props
  const { meta, totals, others } = answer
  return (
    <>
      <FitTable<ResultRow>
        size="small"
        rowKey={keyOf}
        columns={columns}
        isChosen={isChosen}
        isOfFigures={onPage !== undefined}
        // What a row is of, and a figure.
        {...(onPage === undefined && { enoughColumns: dimensionsOf(answer) + 1 })}
        dataSource={rows}
        maxHeight="max(420px, calc(100dvh - 160px))"
        pagination={false}
        {...(totals !== null && {
          renderSummary: (shown, pinned) => {
            const seen = columns.filter(({ key }) => shown.some((one) => one.key === key))
            return (
              <>
                {others !== undefined && (
                  <SummaryRow head="Others" part="renderOthers" columns={seen} pinned={pinned} />
                )}
                <SummaryRow head="Total" part="renderTotal" columns={seen} pinned={pinned} />
              </>
            )
          },
        })}
        onSort={(sort) => onSort?.(sort && { column: sort.key, desc: sort.desc })}
        aria-label={meta.reportName}
      />
      {onPage !== undefined && meta.rowCount > rowsOnPage && (
        <Pagination
          style={{ padding: '12px 16px' }}
          align="end"
          showSizeChanger={false}
          pageSize={rowsOnPage}
          total={meta.rowCount}
          current={page}
          showTotal={(total, [from, to]) =>
            `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`
          }
          onChange={onPage}
        />
      )}
    </>
  )
}

function dimensionsOf({ columns }: RunReportAnswer): number {
  return columns.filter(({ role }) => role === 'dimension').length
}

function keyOf({ answer, cells }: ResultRow): string {
  return JSON.stringify(cells.filter((_, index) => answer.columns[index]?.role === 'dimension'))
}

interface SummaryRowProps {
  head: string
  part: 'renderOthers' | 'renderTotal'
  columns: readonly ReportTableColumn[]
  /** How many of the first columns its head spans, which stay in sight with it. */
  pinned: number
}

/** The totals stay in sight, the row before them scrolls with the rows. */
function SummaryRow({ head, part, columns, pinned }: SummaryRowProps) {
  const isTotal = part === 'renderTotal'
  const span = Math.max(1, pinned)
  return (
    <Table.Summary.Row>
      {[...columns.slice(0, 1), ...columns.slice(span)].map(({ key, title, [part]: render }, index) =>
        index === 0 ? (
          <th
            key={key}
            scope="row"
            colSpan={span}
            style={{ fontWeight: 700, textAlign: 'start', ...(isTotal && stickyFootCorner) }}
          >
            {head}
          </th>
        ) : (
          <td
            key={key}
            data-label={render === undefined ? '' : title}
            style={{ fontWeight: 700, textAlign: 'end', ...(isTotal && stickyFoot) }}
          >
            {render?.()}
          </td>
        ),
      )}
    </Table.Summary.Row>
  )
}
