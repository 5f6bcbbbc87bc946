import { findMeasure } from '@callboard/contract/measures'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { type TableColumnsType, Tooltip } from 'antd'
import { writeDimension, writeNothing } from '#web/features/reports/dimension-words.ts'
import { FigureCell } from '#web/features/reports/FigureCell.tsx'
import { OutcomeBar } from '#web/features/reports/OutcomeBar.tsx'
import type { ReportSort } from '#web/features/reports/report-url.ts'
import classes from '#web/features/reports/ReportTable.module.css'
import type { ResultRow } from '#web/lib/report-answer.ts'
import { stickyCorner, stickyHead, stickyRowHead } from '#web/ui/sticky-cells.ts'

/** The address of the calls behind a figure of a row, or of the totals. */
export type FigureHref = (measure: string, row: readonly Cell[] | undefined) => string | undefined

interface ColumnsInput {
  answer: RunReportAnswer
  /** Undefined where the rows cannot be sorted. */
  sort: { current: ReportSort | undefined } | undefined
  figureHref: FigureHref
}

/** The columns of the table, one for each of the answer: dimensions left-aligned, figures right-aligned. */
export function reportColumns({ answer, sort, figureHref }: ColumnsInput): TableColumnsType<ResultRow> {
  const main = mainMeasure(answer)
  const most = Math.max(0, ...answer.rows.map((row) => (typeof row[main] === 'number' ? row[main] : 0)))
  return answer.columns.map((column, index) => ({
    key: column.name,
    title: <ColumnTitle column={column} />,
    align: column.role === 'measure' ? 'end' : 'start',
    ...(index === 0 ? { fixed: 'start', rowScope: 'row' } : {}),
    ...(sort === undefined ? {} : sorterOf(column, sort.current)),
    onHeaderCell: () => ({ style: index === 0 ? stickyCorner : stickyHead }),
    onCell: () => ({
      className: column.role === 'measure' ? classes.figure : classes.dimension,
      ...(index === 0 ? { style: stickyRowHead } : {}),
    }),
    render: (_: unknown, row: ResultRow) => {
      const cell = row.cells[index] ?? null
      if (column.role === 'dimension')
        return <DimensionText cell={cell} column={column} labels={answer.labels} />
      return (
        <FigureCell
          cell={cell}
          column={column}
          earlier={row.earlier === undefined ? undefined : (row.earlier?.[index] ?? null)}
          href={figureHref(column.name, row.cells)}
          bar={
            index === main &&
            answer.columns[0]?.role === 'dimension' && <OutcomeBar row={row} main={main} most={most} />
          }
        />
      )
    },
  }))
}

/** The main measure of a report: the first count. */
function mainMeasure({ columns }: RunReportAnswer): number {
  return columns.findIndex(({ role, type }) => role === 'measure' && type === 'integer')
}

function sorterOf(column: ReportColumn, current: ReportSort | undefined) {
  const order =
    current?.column !== column.name ? null : current.desc ? ('descend' as const) : ('ascend' as const)
  const down = ['descend', 'ascend'] as const
  return {
    sorter: true,
    sortOrder: order,
    sortDirections: column.role === 'measure' ? [...down] : down.toReversed(),
    showSorterTooltip: false,
  }
}

function ColumnTitle({ column }: { column: ReportColumn }) {
  const meaning = findMeasure(column.name)?.meaning
  if (meaning === undefined || column.role === 'dimension') return column.label
  return (
    <Tooltip title={meaning}>
      <span className={classes.explained}>{column.label}</span>
    </Tooltip>
  )
}

interface DimensionTextProps {
  cell: Cell
  column: ReportColumn
  labels: RunReportAnswer['labels']
}

function DimensionText({ cell, column, labels }: DimensionTextProps) {
  const written = writeDimension(cell, column, labels)
  if (written === undefined) return <span className={classes.nothing}>{writeNothing(column)}</span>
  return <span className={classes.words}>{written.full}</span>
}
