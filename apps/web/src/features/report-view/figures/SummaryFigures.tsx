import { measureFor } from '@callboard/contract/measures'
import { meaningOf } from '@callboard/contract/report-columns'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { type AnswerColumn, answerColumns, cellOf } from '@callboard/contract/answer-columns'
import type { FigureHref } from '#web/features/report-view/figures/columns.tsx'
import { EarlierFigure } from '#web/features/report-view/figures/EarlierFigure.tsx'
import { writeFigure } from '@callboard/contract/figure-words'
import { FigureCell } from '#web/features/report-view/figures/FigureCell.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { QuietText, Text } from '#web/ui/layout.tsx'

interface SummaryFiguresProps {
  answer: RunReportAnswer
  figureHref: FigureHref
  /** Without what the figures mean. */
  isBrief?: boolean
}

/** The single row of a report without dimensions, with a line per figure. */
export function SummaryFigures({ answer, figureHref, isBrief = false }: SummaryFiguresProps) {
  const [cells] = answer.rows
  const earlier = answer.comparison?.rows[0]
  const columns: FitColumn<AnswerColumn>[] = [
    {
      key: 'name',
      title: 'Figure',
      rowScope: 'row',
      minWidth: 240,
      render: (_, { label, column }) => (
        <>
          <Text tone="text" block>
            {label}
          </Text>
          {!isBrief && (
            <QuietText fontSize={12.5} fontWeight={400}>
              {column.measure !== undefined &&
                meaningOf(measureFor(column.measure, answer.meta), column.view ?? 'figure')}
            </QuietText>
          )}
        </>
      ),
    },
    {
      key: 'figure',
      title: 'This period',
      align: 'end',
      minWidth: 130,
      render: (_, figure) => (
        <FigureCell
          cell={cellOf(cells, figure)}
          column={figure.column}
          earlier={undefined}
          href={figureHref(figure.column, undefined)}
          place={{ answer, column: figure.column }}
        />
      ),
    },
  ]
  const compared: FitColumn<AnswerColumn>[] = [
    {
      key: 'earlier',
      title: 'Before',
      align: 'end',
      minWidth: 130,
      priority: 3,
      render: (_, figure) => <QuietText>{writeFigure(cellOf(earlier, figure), figure.column)}</QuietText>,
    },
    {
      key: 'change',
      title: 'Change',
      align: 'end',
      minWidth: 130,
      priority: 2,
      render: (_, figure) => (
        <EarlierFigure
          current={cellOf(cells, figure)}
          earlier={cellOf(earlier, figure)}
          column={figure.column}
          figure={{ answer, column: figure.column }}
        />
      ),
    },
  ]
  return (
    <FitTable<AnswerColumn>
      size="small"
      rowKey="key"
      columns={earlier === undefined ? columns : [...columns, ...compared]}
      dataSource={answerColumns(answer)}
      pagination={false}
      aria-label={answer.meta.reportName}
    />
  )
}
