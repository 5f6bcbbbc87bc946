import { describeNone } from '@callboard/contract/field-names'
import { measureFor } from '@callboard/contract/measures'
import { meaningOf } from '@callboard/contract/report-columns'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { findStep, type ReportStep } from '@callboard/contract/report-steps'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import {
  acrossOf,
  type AnswerColumn,
  answerColumns,
  cellOf,
  isCompared,
} from '@callboard/contract/answer-columns'
import { writeCell } from '@callboard/contract/dimension-words'
import { markBucket } from '@callboard/contract/partial-buckets'
import { writeChange, writeFigure } from '@callboard/contract/figure-words'
import { FigureCell } from '#web/features/report-view/figures/FigureCell.tsx'
import { OutcomeBar } from '#web/features/report-view/figures/OutcomeBar.tsx'
import type { ReportSort } from '#web/features/report-view/report-url.ts'
import classes from '#web/features/report-view/figures/ReportTable.module.css'
import type { ResultRow } from '#web/lib/reporting/report-answer.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

/** The address of the calls behind a figure of a row, of the others, or of the totals. */
export type FigureHref = (
  column: ReportColumn,
  row: readonly Cell[] | 'others' | undefined,
) => string | undefined

/** A column of the table of a report. */
export interface ReportTableColumn extends FitColumn<ResultRow> {
  /** What is chosen in place of the column itself: the columns of a pivot come and go together. */
  choice?: { key: string; title: string }
  /** Shown only to those who choose it. */
  isExtra?: boolean
  /** Of the row of totals. */
  renderTotal?: () => ReactNode
  /** Of the row of all that the limit leaves out. */
  renderOthers?: () => ReactNode
}

interface ColumnsInput {
  answer: RunReportAnswer
  /** The rows that are shown, by which the columns have their room. */
  rows: readonly ResultRow[]
  sort: ReportSort | undefined
  /** Whether all rows are sorted here; the engine sorts neither by a column across nor by one currency. */
  order: 'here' | 'engine'
  figureHref: FigureHref
  /** Where the first dimension of a row leads. */
  rowHref?: ((row: readonly Cell[]) => string | undefined) | undefined
  /** What stands under the first dimension of a row. */
  rowName?: ((row: readonly Cell[]) => string | undefined) | undefined
  /** Steps into a value of a dimension. */
  onStep?: ((step: ReportStep) => void) | undefined
}

/** Dimensions, the bar of the main figure, and for each figure one column, with a second one for the earlier figure. */
export function reportColumns(input: ColumnsInput): ReportTableColumn[] {
  const columns = answerColumns(input.answer)
  const dimensions = columns.filter(({ column }) => column.role === 'dimension')
  const measures = columns.filter(({ column }) => column.role === 'measure')
  const main = measures.find(({ column }) => column.type === 'integer')
  // Of two kinds of rows each has so little that its bar says nothing, and takes the room of a figure.
  const hasBar = dimensions.length === 1 && input.answer.pivot === undefined
  return [
    ...dimensions.map((column) => dimensionColumn(column, input)),
    ...(main === undefined || !hasBar ? [] : [barColumn(main, input)]),
    ...measures.flatMap((measure) =>
      isCompared(measure, input.answer)
        ? [figureColumn(measure, input), earlierColumn(measure, input)]
        : [figureColumn(measure, input)],
    ),
  ]
}

/** In pixels, at the size of the table. */
const characterWidth = 7.7
const smallCharacterWidth = 7
const paddingWidth = 24
const sorterWidth = 26
const maxColumnWidth = 320
const shareBarWidth = 56

function textWidth(texts: readonly string[], character = characterWidth): number {
  return Math.ceil(Math.max(0, ...texts.map(({ length }) => length)) * character)
}

/** Heads break between words. */
function headWidth(label: string): number {
  return textWidth(label.split(' ')) + sorterWidth
}

function dimensionColumn(
  own: AnswerColumn,
  { answer, rows, sort, rowHref, rowName, onStep }: ColumnsInput,
): ReportTableColumn {
  const { key, label, column } = own
  const wordsOf = ({ cells }: ResultRow) =>
    markBucket(cellOf(cells, own), column, answer.meta) ??
    writeCell(cellOf(cells, own), column, answer) ??
    describeNone(column.name, column.label)
  const nameOf = ({ cells }: ResultRow) => (own.index === 0 ? rowName?.(cells) : undefined)
  const names = rows.map((row) => nameOf(row) ?? '')
  const needed = Math.max(textWidth(rows.map(wordsOf)), textWidth(names), headWidth(label))
  return {
    key,
    title: label,
    minWidth: Math.min(needed, maxColumnWidth) + paddingWidth,
    priority: 0,
    isRowHead: true,
    ...(own.index === 0 && { rowScope: 'row' }),
    ...sorterOf(own, sort),
    render: (_: unknown, row: ResultRow) => (
      <DimensionCell
        isNothing={cellOf(row.cells, own) === null}
        words={wordsOf(row)}
        step={findStep(column, cellOf(row.cells, own))}
        href={own.index === 0 ? rowHref?.(row.cells) : undefined}
        name={nameOf(row)}
        onStep={onStep}
      />
    ),
    renderTotal: () => undefined,
  }
}

interface DimensionCellProps {
  isNothing: boolean
  words: string
  step: ReportStep | undefined
  href: string | undefined
  name: string | undefined
  onStep: ColumnsInput['onStep']
}

function DimensionCell({ name, ...value }: DimensionCellProps) {
  if (name === undefined) return <DimensionValue {...value} />
  return (
    <Stack>
      <DimensionValue {...value} />
      <QuietText fontWeight={400} breaks="anywhere">
        {name}
      </QuietText>
    </Stack>
  )
}

function DimensionValue({ isNothing, words, step, href, onStep }: Omit<DimensionCellProps, 'name'>) {
  if (href !== undefined) return <TextLink to={href}>{words}</TextLink>
  if (step !== undefined && onStep !== undefined) {
    return <StepButton words={words} onStep={() => onStep(step)} />
  }
  return (
    <Text tone={isNothing ? 'quiet' : 'text'} fontWeight={400}>
      {words}
    </Text>
  )
}

function StepButton({ words, onStep }: { words: string; onStep: () => void }) {
  return (
    <Button
      type="link"
      size="small"
      className={classes.step}
      onClick={(event) => {
        // In the head of a column it does not sort as well.
        event.stopPropagation()
        onStep()
      }}
    >
      {words}
    </Button>
  )
}

function barColumn({ index, label }: AnswerColumn, { answer }: ColumnsInput): ReportTableColumn {
  const max = Math.max(0, ...answer.rows.map((row) => (typeof row[index] === 'number' ? row[index] : 0)))
  const title = `Bar of ${label.toLowerCase()}`
  return {
    key: 'bar',
    title,
    head: <Spoken>{title}</Spoken>,
    minWidth: 88 + paddingWidth,
    priority: answer.columns.length * 2,
    isUnlabelled: true,
    render: (_: unknown, row: ResultRow) => <OutcomeBar row={row} main={index} max={max} />,
  }
}

/** The name, the head and the choice of a column of figures. A value across is stepped into by its head. */
function namedColumn(own: AnswerColumn, { answer, onStep }: ColumnsInput) {
  const { key, label, head, column } = own
  const measureHead = <MeasureHead label={head?.label ?? label} column={column} meta={answer.meta} />
  const across = acrossOf(answer, column)
  const step = stepAcross(answer, column)
  const isGroup = head !== undefined && head.group === across
  const stepHead = step !== undefined && onStep !== undefined && across !== undefined && (
    <StepButton words={across} onStep={() => onStep(step)} />
  )
  return {
    key,
    title: label,
    head: stepHead !== false && !isGroup ? stepHead : measureHead,
    ...(head !== undefined && { group: head.group }),
    ...(stepHead !== false && isGroup && { groupHead: stepHead }),
    ...(column.pivot !== undefined && {
      choice: { key: key.replace(/#\d+/, '#'), title: `${column.label}, each` },
    }),
  }
}

function stepAcross({ pivot }: RunReportAnswer, { pivot: across }: ReportColumn): ReportStep | undefined {
  return pivot === undefined || across === undefined || !('value' in across)
    ? undefined
    : findStep(pivot, across.value)
}

function figureColumn(own: AnswerColumn, input: ColumnsInput): ReportTableColumn {
  const { answer, rows, sort, order, figureHref } = input
  const { label, head, column, index } = own
  const { totals } = answer
  const comparison = isCompared(own, answer) ? answer.comparison : undefined
  const earlierOf = ({ earlier }: ResultRow) => (comparison === undefined ? undefined : cellOf(earlier, own))
  const earlierTotal = comparison === undefined ? undefined : cellOf(comparison.totals, own)
  const pairs = [
    ...rows.map((row) => [cellOf(row.cells, own), earlierOf(row)] as const),
    [cellOf(totals, own), earlierTotal] as const,
  ]
  const changes = pairs.map(([cell, earlier]) =>
    earlier === undefined ? '' : (writeChange(cell, earlier, column) ?? ''),
  )
  const changeWidth = comparison === undefined ? 0 : textWidth(changes, smallCharacterWidth)
  const figureWidth = textWidth(pairs.map(([cell]) => writeFigure(cell, column)))
  const barWidth = column.view === 'share' ? shareBarWidth : 0
  const shared = { column, changeWidth, timeZone: answer.meta.timeZone }
  return {
    ...namedColumn(own, input),
    align: 'end',
    minWidth:
      Math.max(
        figureWidth + (changeWidth > 0 ? changeWidth + 8 : 0) + barWidth,
        headWidth(head?.label ?? label),
      ) + paddingWidth,
    priority: index,
    ...((order === 'here' || (column.pivot === undefined && own.currency === undefined)) &&
      sorterOf(own, sort)),
    render: (_: unknown, row: ResultRow) => (
      <FigureCell
        {...shared}
        cell={cellOf(row.cells, own)}
        earlier={earlierOf(row)}
        href={figureHref(column, row.cells)}
        place={{ answer, row: row.cells, column }}
      />
    ),
    renderTotal: () => (
      <FigureCell
        {...shared}
        cell={cellOf(totals, own)}
        earlier={earlierTotal}
        href={figureHref(column, undefined)}
        place={{ answer, column }}
      />
    ),
    renderOthers: () => (
      <FigureCell
        {...shared}
        cell={cellOf(answer.others?.cells, own)}
        earlier={comparison === undefined ? undefined : cellOf(comparison.others, own)}
        href={figureHref(column, 'others')}
        place={{ answer, row: 'others', column }}
      />
    ),
  }
}

/** The figures of the earlier period, for those who want them beside the change. */
function earlierColumn(own: AnswerColumn, { answer, rows }: ColumnsInput): ReportTableColumn {
  const { column, index } = own
  const title = `${own.label}, before`
  const { head } = own
  const total = writeFigure(cellOf(answer.comparison?.totals, own), column)
  const textOf = ({ earlier }: ResultRow) => writeFigure(cellOf(earlier, own), column)
  return {
    key: `${own.key}:before`,
    title,
    ...(head !== undefined && { group: head.group, head: `${head.label}, before` }),
    ...(column.pivot !== undefined && {
      choice: { key: `${own.key.replace(/#\d+/, '#')}:before`, title: `${column.label}, before, each` },
    }),
    align: 'end',
    isExtra: true,
    minWidth: Math.max(textWidth([...rows.map(textOf), total]), headWidth(title)) + paddingWidth,
    priority: index,
    render: (_: unknown, row: ResultRow) => <QuietText fontWeight={400}>{textOf(row)}</QuietText>,
    renderTotal: () => <QuietText fontWeight={400}>{total}</QuietText>,
    renderOthers: () => (
      <QuietText fontWeight={400}>{writeFigure(cellOf(answer.comparison?.others, own), column)}</QuietText>
    ),
  }
}

function sorterOf({ key, column }: AnswerColumn, current: ReportSort | undefined) {
  const order = current?.column !== key ? null : current.desc ? ('descend' as const) : ('ascend' as const)
  const down = ['descend', 'ascend'] as const
  return {
    sorter: true,
    sortOrder: order,
    sortDirections: column.role === 'measure' ? [...down] : down.toReversed(),
  }
}

interface MeasureHeadProps {
  label: string
  column: ReportColumn
  meta: RunReportAnswer['meta']
}

function MeasureHead({ label, column: { measure, view = 'figure' }, meta }: MeasureHeadProps) {
  if (measure === undefined) return label
  const meaning = meaningOf(measureFor(measure, meta), view)
  return (
    <Tooltip title={meaning}>
      <span className={classes.explained}>{label}</span>
    </Tooltip>
  )
}
