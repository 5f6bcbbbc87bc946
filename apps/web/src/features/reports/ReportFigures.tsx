import type { ReportStep } from '@callboard/contract/report-steps'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { type FigureHref, reportColumns, type ReportTableColumn } from '#web/features/reports/columns.tsx'
import { rowsAtOnce, rowsOnPage } from '#web/features/reports/queries.ts'
import classes from '#web/features/reports/ReportFigures.module.css'
import { ReportTable } from '#web/features/reports/ReportTable.tsx'
import type { ReportSort } from '#web/features/reports/report-url.ts'
import { sortRows } from '#web/features/reports/sort-rows.ts'
import { useChosenColumns } from '#web/lib/chosen-columns.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { resultRows } from '#web/lib/report-answer.ts'
import { ColumnChooser } from '#web/ui/ColumnChooser.tsx'
import { Panel } from '#web/ui/Panel.tsx'

interface ReportFiguresProps {
  title: string
  answer: RunReportAnswer
  /** By which the choice of columns is kept. */
  reportId: string
  /** Where the rows are sorted: here all of them, or by the engine those of a page. */
  order: 'here' | 'engine'
  sort: ReportSort | undefined
  /** From 1. */
  page: number
  /** Keys of the columns that the address names; undefined: those that the user chose before. */
  columns?: readonly string[] | undefined
  figureHref: FigureHref
  onStep?: (step: ReportStep) => void
  onSort: (sort: ReportSort | undefined) => void
  onPage: (page: number) => void
  onColumns?: (keys: string[] | undefined) => void
}

/** Under which the choice of columns of a report is kept. */
export function reportColumnsKey(userId: string, reportId: string): string {
  return `reportColumns:${userId}:${reportId}`
}

/** The figures of a report with the columns that the user wants. */
export function ReportFigures(props: ReportFiguresProps) {
  const { title, answer, reportId, order, sort, page, figureHref, onStep, onColumns, ...changes } = props
  const { id: userId } = useCurrentUser()
  const all = order === 'here' ? sortRows(resultRows(answer), answer, sort) : resultRows(answer)
  const first = ((page - 1) * rowsOnPage) % rowsAtOnce
  const rows = all.slice(first, first + rowsOnPage)
  const columns = reportColumns({
    answer,
    rows,
    sort,
    order,
    figureHref,
    onStep,
  })
  const choices = choicesOf(columns)
  const known = choices.map(({ key }) => key)
  const [kept, keep] = useChosenColumns(reportColumnsKey(userId, reportId), known)
  const named = known.filter((key) => props.columns?.includes(key))
  const chosen = named.length === 0 ? kept : named
  function choose(keys: string[] | undefined) {
    keep(keys)
    onColumns?.(keys)
  }
  const usual = choices.filter(({ isExtra }) => !isExtra).map(({ key }) => key)
  const keys = chosen ?? usual
  return (
    <Panel
      flush
      title={title}
      actions={<ColumnChooser size="small" columns={choices} shown={keys} onChange={choose} />}
    >
      <div className={classes.table}>
        <ReportTable
          {...changes}
          answer={answer}
          rows={rows}
          columns={columns.filter((column) => keys.includes(choiceOf(column).key))}
          isChosen={chosen !== undefined || answer.pivot !== undefined}
          page={page}
        />
      </div>
    </Panel>
  )
}

function choiceOf({ choice, key, title }: ReportTableColumn) {
  return choice ?? { key, title }
}

/** What there is to choose from, each once. */
function choicesOf(columns: readonly ReportTableColumn[]) {
  const all = columns.map((column) => ({ ...choiceOf(column), isExtra: column.isExtra ?? false }))
  return [...new Map(all.map((choice) => [choice.key, choice])).values()]
}
