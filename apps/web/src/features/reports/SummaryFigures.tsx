import { findMeasure } from '@callboard/contract/measures'
import type { ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { Table, type TableColumnsType } from 'antd'
import type { FigureHref } from '#web/features/reports/columns.tsx'
import { FigureCell } from '#web/features/reports/FigureCell.tsx'
import classes from '#web/features/reports/SummaryFigures.module.css'

interface SummaryFiguresProps {
  answer: RunReportAnswer
  figureHref: FigureHref
}

/** The single row of a report without dimensions, with a line per figure. */
export function SummaryFigures({ answer, figureHref }: SummaryFiguresProps) {
  const [cells = []] = answer.rows
  const earlier = answer.comparison?.rows[0]
  const columns: TableColumnsType<ReportColumn> = [
    {
      key: 'name',
      title: 'Figure',
      rowScope: 'row',
      render: (_, { name, label }) => (
        <>
          <span className={classes.label}>{label}</span>
          <span className={classes.meaning}>{findMeasure(name)?.meaning}</span>
        </>
      ),
    },
    {
      key: 'figure',
      title: answer.comparison === undefined ? 'This period' : 'This period, and before',
      align: 'end',
      width: 220,
      render: (_, column) => {
        const index = answer.columns.indexOf(column)
        return (
          <FigureCell
            cell={cells[index] ?? null}
            column={column}
            earlier={earlier === undefined ? undefined : (earlier?.[index] ?? null)}
            href={figureHref(column.name, undefined)}
          />
        )
      },
    },
  ]
  return (
    <Table<ReportColumn>
      size="small"
      rowKey="name"
      columns={columns}
      dataSource={answer.columns}
      pagination={false}
      aria-label={answer.meta.reportName}
    />
  )
}
