import type { ReportStep } from '@callboard/contract/report-steps'
import type { Cell, RunReportAnswer } from '@callboard/contract/reports'
import { useState } from 'react'
import {
  type FigureHref,
  reportColumns,
  type ReportTableColumn,
} from '#web/features/report-view/figures/columns.tsx'
import { rowBatchSize, rowsOnPage } from '#web/features/report-view/queries.ts'
import { ReportTable } from '#web/features/report-view/figures/ReportTable.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import { sortRows } from '#web/features/report-view/figures/sort-rows.ts'
import { useChosenColumns } from '#web/lib/reporting/chosen-columns.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { resultRows } from '#web/lib/reporting/report-answer.ts'
import { ColumnChooser } from '#web/ui/tables/ColumnChooser.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Box } from '#web/ui/layout.tsx'

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
  /** Where the first dimension of a row leads. */
  rowHref?: (row: readonly Cell[]) => string | undefined
  /** What stands under it. */
  rowName?: (row: readonly Cell[]) => string | undefined
  /** Somebody is choosing what it shows: no column steps back for lack of space. */
  isDraft?: boolean
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
  const { title, answer, reportId, order, sort, page, figureHref, rowHref, rowName } = props
  const { isDraft = false, onStep, onSort, onPage, onColumns } = props
  const { id: userId } = useCurrentUser()
  const all = order === 'here' ? sortRows(resultRows(answer), answer, sort) : resultRows(answer)
  const first = ((page - 1) * rowsOnPage) % rowBatchSize
  const isNarrow = useMediaQuery(narrowList)
  const [shownPart, setShownPart] = useState({ of: answer, part: 0 })
  const part = isNarrow && shownPart.of === answer ? shownPart.part : 0
  const size = isNarrow ? rowsOnPhone : rowsOnPage
  const rows = all.slice(first + part * size, first + (part + 1) * size)
  const columns = reportColumns({
    answer,
    rows,
    sort,
    order,
    figureHref,
    rowHref,
    rowName,
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
  function turnTo(next: number) {
    setShownPart({ of: answer, part: (next - 1) % partsOfPage })
    const nextPage = isNarrow ? Math.ceil(next / partsOfPage) : next
    if (nextPage !== page) onPage(nextPage)
  }
  const defaultKeys = choices.filter(({ isExtra }) => !isExtra).map(({ key }) => key)
  const keys = chosen ?? defaultKeys
  return (
    <Panel
      flush
      title={title}
      actions={<ColumnChooser size="small" columns={choices} shown={keys} onChange={choose} />}
    >
      <Box minWidth={0}>
        <ReportTable
          answer={answer}
          rows={rows}
          columns={columns.filter((column) => keys.includes(choiceOf(column).key))}
          isChosen={isDraft || chosen !== undefined || answer.pivot !== undefined}
          page={isNarrow ? (page - 1) * partsOfPage + part + 1 : page}
          rowsOnPage={size}
          onSort={onSort}
          onPage={turnTo}
        />
      </Box>
    </Panel>
  )
}

/** A page of the address is shown in so many parts where it is narrow. */
const rowsOnPhone = 10
const partsOfPage = rowsOnPage / rowsOnPhone

function choiceOf({ choice, key, title }: ReportTableColumn) {
  return choice ?? { key, title }
}

/** What there is to choose from, each once. */
function choicesOf(columns: readonly ReportTableColumn[]) {
  const all = columns.map((column) => ({ ...choiceOf(column), isExtra: column.isExtra ?? false }))
  return [...new Map(all.map((choice) => [choice.key, choice])).values()]
}
