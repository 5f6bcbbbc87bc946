import type { RunReportAnswer } from '@callboard/contract/reports'
import { Pagination, Table, type TableProps } from 'antd'
import { reportColumns, type FigureHref } from '#web/features/reports/columns.tsx'
import { FigureCell } from '#web/features/reports/FigureCell.tsx'
import { rowsAtOnce, rowsOnPage } from '#web/features/reports/queries.ts'
import type { ReportSort } from '#web/features/reports/report-url.ts'
import classes from '#web/features/reports/ReportTable.module.css'
import { sortRows } from '#web/features/reports/sort-rows.ts'
import { formatCount } from '#web/lib/format.ts'
import { type ResultRow, resultRows } from '#web/lib/report-answer.ts'
import { stickyFoot, stickyFootCorner, stickyRoot } from '#web/ui/sticky-cells.ts'

interface ReportTableProps {
  answer: RunReportAnswer
  sort: ReportSort | undefined
  /** From 1. */
  page: number
  figureHref: FigureHref
  onSort: (sort: ReportSort | undefined) => void
  onPage: (page: number) => void
}

/** The figures of a report; sorted here if all of them are loaded. */
export function ReportTable({ answer, sort, page, figureHref, onSort, onPage }: ReportTableProps) {
  const { rowCount } = answer.meta
  const isWhole = rowCount <= rowsAtOnce
  const rows = isWhole ? sortRows(resultRows(answer), answer, sort) : resultRows(answer)
  const totals = answer.totals !== null && <Totals answer={answer} figureHref={figureHref} />
  const first = ((page - 1) * rowsOnPage) % rowsAtOnce
  return (
    <>
      {!isWhole && (
        <p className={classes.note}>
          {formatCount(rowCount)} rows are too many to be sorted here; they stand in the order of the report.
        </p>
      )}
      <Table<ResultRow>
        size="small"
        rowKey={keyOf}
        columns={reportColumns({ answer, sort: isWhole ? { current: sort } : undefined, figureHref })}
        dataSource={rows.slice(first, first + rowsOnPage)}
        scroll={{ x: 'max-content' }}
        styles={{
          root: stickyRoot,
          content: { overflow: 'auto', maxHeight: 'max(420px, calc(100dvh - 160px))' },
        }}
        pagination={false}
        summary={() => totals}
        onChange={(_, __, sorter) => onSort(sortOf(sorter))}
        aria-label={answer.meta.reportName}
      />
      {rowCount > rowsOnPage && (
        <Pagination
          className={classes.pages}
          align="end"
          showSizeChanger={false}
          pageSize={rowsOnPage}
          total={rowCount}
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

function keyOf({ answer, cells }: ResultRow): string {
  return JSON.stringify(cells.filter((_, index) => answer.columns[index]?.role === 'dimension'))
}

type Sorter = Parameters<NonNullable<TableProps<ResultRow>['onChange']>>[2]

function sortOf(sorter: Sorter): ReportSort | undefined {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  if (typeof one?.columnKey !== 'string' || one.order === undefined || one.order === null) return undefined
  return { column: one.columnKey, desc: one.order === 'descend' }
}

function Totals({ answer, figureHref }: Pick<ReportTableProps, 'answer' | 'figureHref'>) {
  const { columns, totals, comparison } = answer
  const dimensions = columns.filter(({ role }) => role === 'dimension').length
  return (
    <Table.Summary.Row>
      <th scope="row" colSpan={dimensions} className={classes.totalHead} style={stickyFootCorner}>
        Total
      </th>
      {columns.slice(dimensions).map((column, index) => (
        <td key={column.name} className={classes.total} style={stickyFoot}>
          <FigureCell
            cell={totals?.[dimensions + index] ?? null}
            column={column}
            earlier={comparison === undefined ? undefined : (comparison.totals?.[dimensions + index] ?? null)}
            href={figureHref(column.name, undefined)}
          />
        </td>
      ))}
    </Table.Summary.Row>
  )
}
