import { type AnswerColumn, answerColumns, cellOf, isCompared } from '@callboard/contract/answer-columns'
import { colorsOf } from '@callboard/contract/colors'
import { writeCell } from '@callboard/contract/dimension-words'
import { describeNone, dimensionNames } from '@callboard/contract/field-names'
import { writeChange, writeFigure } from '@callboard/contract/figure-words'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { escapeMarkup } from '../files/formats/markup.ts'
import type { MailBlock } from './mail-block.ts'

/** As many as are read in a mail; who wants more opens the report. */
export const mailRows = 20
const mailColumns = 7

interface MailTable {
  heads: readonly Head[]
  rows: readonly MailRow[]
  totals?: MailRow | undefined
  /** What is left out, in words. */
  notes: readonly string[]
}

interface Head {
  label: string
  /** Its values stand below each other by their last digit. */
  isFigure: boolean
}

type MailRow = readonly MailCell[]

interface MailCell {
  text: string
  /** Since the earlier period, beside a figure. */
  change?: string | undefined
}

/** The first rows of an answer with the totals of all, as its page has them. */
export function buildMailTable(answer: RunReportAnswer): MailBlock {
  const isOfOneRow = answer.columns.every(({ role }) => role === 'measure')
  if (answer.rows.length === 0) {
    const none = 'There are no rows.'
    return { html: `<p style="margin:20px 0 0;font-size:14px">${none}</p>`, text: none }
  }
  const table = isOfOneRow ? figuresTable(answer) : rowsTable(answer)
  return { html: htmlOf(table), text: textOf(table) }
}

function rowsTable(answer: RunReportAnswer): MailTable {
  const columns = answerColumns(answer)
  const shown = columns.slice(0, mailColumns)
  const { rows, comparison, totals, others, meta } = answer
  const rowOf = (cells: readonly Cell[], earlier: readonly Cell[] | null | undefined) =>
    shown.map((own) => mailCell(own, { answer, cells, earlier }))
  const first = rows.slice(0, mailRows)
  const isWhole = first.length === meta.rowCount
  const named = (name: string, cells: readonly Cell[], earlier: readonly Cell[] | null | undefined) =>
    rowOf(cells, earlier).map((cell, at) =>
      shown[at]?.column.role === 'dimension' ? { text: at === 0 ? name : '' } : cell,
    )
  return {
    heads: shown.map(({ label, column }) => ({ label, isFigure: isFigure(column) })),
    rows: [
      ...first.map((cells, at) => rowOf(cells, comparison?.rows[at])),
      ...(others !== undefined && isWhole ? [named('Others', others.cells, comparison?.others)] : []),
    ],
    totals: totals === null ? undefined : named('Total', totals, comparison?.totals),
    notes: [
      ...(isWhole
        ? []
        : [`The first ${formatCount(first.length)} of ${formatCounted(meta.rowCount, 'row')}.`]),
      ...(shown.length === columns.length
        ? []
        : [`The report has ${formatCounted(columns.length - shown.length, 'more column')}.`]),
    ],
  }
}

/** The single row of a report without dimensions, with a line per figure. */
function figuresTable(answer: RunReportAnswer): MailTable {
  const [cells = []] = answer.rows
  const earlier = answer.comparison?.rows[0]
  const heads = [
    { label: 'Figure', isFigure: false },
    { label: 'This period', isFigure: true },
    ...(answer.comparison === undefined
      ? []
      : [
          { label: 'Before', isFigure: true },
          { label: 'Change', isFigure: true },
        ]),
  ]
  const rows = answerColumns(answer).map((own) => {
    const { text, change = '' } = mailCell(own, { answer, cells, earlier })
    const before = isCompared(own, answer) ? figureText(cellOf(earlier, own), own.column, answer) : ''
    return [own.label, text, ...(answer.comparison === undefined ? [] : [before, change])].map((one) => ({
      text: one,
    }))
  })
  return { heads, rows, notes: [] }
}

interface CellPlace {
  answer: RunReportAnswer
  cells: readonly Cell[]
  earlier: readonly Cell[] | null | undefined
}

function mailCell(own: AnswerColumn, { answer, cells, earlier }: CellPlace): MailCell {
  const { column } = own
  const cell = cellOf(cells, own)
  if (column.role === 'dimension')
    return { text: writeCell(cell, column, answer) ?? describeNone(column.name, column.label) }
  return {
    text: figureText(cell, column, answer),
    change: isCompared(own, answer) ? writeChange(cell, cellOf(earlier, own), column) : undefined,
  }
}

function figureText(cell: Cell, column: ReportColumn, { meta }: RunReportAnswer): string {
  return column.type === 'time' && typeof cell === 'string'
    ? formatDateTime(cell, meta.timeZone)
    : writeFigure(cell, column)
}

const figures: ReadonlySet<ReportColumn['type']> = new Set([
  'integer',
  'number',
  'ratio',
  'duration',
  'money',
])

const dimensions: ReadonlySet<string> = new Set(dimensionNames)

/** What calls are grouped by, as hours, weekdays and causes, are numbers written in words. */
function isFigure({ role, type, name }: ReportColumn): boolean {
  return role === 'measure' || (figures.has(type) && !dimensions.has(name))
}

const { line, text: ink, quiet, fill } = colorsOf(false)

function htmlOf({ heads, rows, totals, notes }: MailTable): string {
  const row = (cells: MailRow, isTotal = false) =>
    `<tr>${cells.map((cell, at) => cellHtml(cell, heads[at]?.isFigure ?? false, isTotal)).join('')}</tr>`
  const head = heads.map(({ label, isFigure: isRight }) => {
    const align = isRight ? 'right' : 'left'
    return `<th class="head line strong" scope="col" align="${align}" style="padding:6px 8px;background:${fill};border-bottom:1px solid ${line};color:${ink};font-weight:600;text-align:${align};vertical-align:bottom">${escapeMarkup(label)}</th>`
  })
  return [
    '<div style="margin:20px 0 0;overflow-x:auto"><table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-size:13px;line-height:1.4;font-variant-numeric:tabular-nums">',
    `<thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${rows.map((cells) => row(cells)).join('\n')}${totals === undefined ? '' : row(totals, true)}</tbody></table></div>`,
    ...notes.map(
      (note) =>
        `<p class="quiet" style="margin:6px 0 0;color:${quiet};font-size:13px">${escapeMarkup(note)}</p>`,
    ),
  ].join('\n')
}

/** Longer texts go on in a next line. */
const longText = 40

function cellHtml({ text, change }: MailCell, isRight: boolean, isTotal: boolean): string {
  const border = isTotal ? `border-top:2px solid ${quiet};font-weight:600` : `border-bottom:1px solid ${line}`
  const align = isRight ? 'align="right"' : 'align="left" dir="auto"'
  const wrap = text.length > longText ? '' : ';white-space:nowrap'
  const below =
    change === undefined
      ? ''
      : `<br><span class="quiet" style="color:${quiet};font-size:11px;font-weight:400">${escapeMarkup(change)}</span>`
  return `<td class="strong ${isTotal ? 'total' : 'line'}" ${align} style="padding:6px 8px;${border};color:${ink};text-align:${isRight ? 'right' : 'start'};vertical-align:top${wrap}">${escapeMarkup(text)}${below}</td>`
}

/** What a reader of plain text has room for. */
const widestLine = 96
const gap = '  '

function textOf({ heads, rows, totals, notes }: MailTable): string {
  const all = [
    heads.map(({ label }) => ({ text: label })),
    ...rows,
    ...(totals === undefined ? [] : [totals]),
  ]
  const columns = heads.map((head, at) =>
    alignedColumn(
      all.map((cells) => cells[at] ?? { text: '' }),
      head,
    ),
  )
  const written = all.map((_, row) =>
    columns
      .map((texts) => texts[row])
      .join(gap)
      .trimEnd(),
  )
  if (written.some(({ length }) => length > widestLine))
    return [...listed(heads, [...rows, ...(totals ? [totals] : [])]), ...notes].join('\n')
  const rule = columns.map(([head = '']) => '-'.repeat(head.length)).join(gap)
  const ruled = written.toSpliced(1, 0, rule)
  return [...(totals === undefined ? ruled : ruled.toSpliced(-1, 0, rule)), ...notes].join('\n')
}

/** Figures and their changes each stand below each other by their last digit. */
function alignedColumn(cells: MailRow, { isFigure: isRight }: Head): string[] {
  const changeWidth = Math.max(...cells.map(({ change = '' }) => change.length))
  const withChange = changeWidth === 0 ? 0 : changeWidth + 1
  const [head, ...others] = cells
  const width = Math.max(...others.map(({ text }) => text.length), (head?.text.length ?? 0) - withChange)
  const pad = (text: string, to: number) => (isRight ? text.padStart(to) : text.padEnd(to))
  return [
    pad(head?.text ?? '', width + withChange),
    ...others.map(({ text, change = '' }) => pad(text, width) + change.padStart(withChange)),
  ]
}

/** A line for each value, where a row has no room. */
function listed(heads: readonly Head[], rows: readonly MailRow[]): string[] {
  return rows.flatMap((cells) => [
    ...cells.flatMap(({ text, change = '' }, at) =>
      text === '' ? [] : [`${heads[at]?.label ?? ''}: ${text} ${change}`.trimEnd()],
    ),
    '',
  ])
}
