import type { DashboardTile } from '@callboard/contract/dashboard'
import { type MeasureName, measures } from '@callboard/contract/measures'
import type { AskedFigure } from '@callboard/contract/report-drill'
import type { RunReportAnswer } from '@callboard/contract/reports'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import {
  type ChangeKind,
  formatCount,
  formatDuration,
  formatMoney,
  formatRatio,
  speakDuration,
} from '@callboard/contract/format'
import {
  type ResultRow,
  resultRows,
  columnOf,
  earlierMoneyOf,
  earlierNumberOf,
  moneyOf,
  numberOf,
} from '#web/lib/reporting/report-answer.ts'

export interface TileData {
  name: DashboardTile
  label: string
  /** Empty if there is no figure; several for figures that are never added, as of two currencies. */
  figures: readonly TileFigure[]
  /** An addition to the figure: `96 not returned`. */
  addition?: { text: string; title?: string; href: string | undefined } | undefined
  /** The calls behind the figure, or the callers. */
  href: string | undefined
  opens?: 'callers'
}

export interface TileFigure {
  text: string
  /** The figure in words, if the text is unclear when read aloud. */
  spoken?: string
  /** Undefined where nothing is compared. */
  change: TileChange | undefined
  course: readonly (number | null)[]
}

export interface TileChange {
  current: number | null
  previous: number | null
  kind: ChangeKind
  moreIsBetter: boolean | null
  formatDifference?: (difference: number) => string
  /** What changed, to have it explained. */
  figure: AskedFigure
  currency?: string
}

/** What a tile is called: the one of the answer rate like what it leads to. */
export function tileLabel(name: DashboardTile): string {
  return measures[name === 'answerRate' ? 'answered' : name].label
}

/** Every tile there is, from the single row of the summary and the sparklines from the figures over time. */
export function tilesOf(
  answer: RunReportAnswer,
  course: readonly ResultRow[],
  callsBehind: CallsBehind,
): TileData[] {
  const [row = { answer, cells: [], earlier: undefined }] = resultRows(answer)
  const tile = (name: DashboardTile, format: (value: number) => string) => ({
    name,
    label: tileLabel(name),
    figures: figureOf(row, name, format).map((figure) => ({
      ...figure,
      course: course.map((point) => numberOf(point, name)),
    })),
    href: callsBehind({ answer, measure: name }),
  })
  return [
    { ...tile('calls', formatCount), addition: ofThemInbound(row) },
    {
      ...tile('answerRate', formatRatio),
      href: callsBehind({ answer, measure: 'answered' }),
      addition: { text: 'of inbound', title: measures.answerRate.meaning, href: undefined },
    },
    { ...tile('missed', formatCount), addition: notReturned(row, callsBehind) },
    { ...tile('uniqueCallers', formatCount), opens: 'callers' },
    tile('averageTalk', formatDuration),
    {
      name: 'value',
      label: tileLabel('value'),
      figures: moneyFigures(row, course),
      href: callsBehind({ answer, measure: 'value' }),
    },
  ]
}

function figureOf(
  row: ResultRow,
  name: MeasureName,
  format: (value: number) => string,
): Omit<TileFigure, 'course'>[] {
  const current = numberOf(row, name)
  if (current === null) return []
  const { change: kind = 'percent', moreIsBetter = null, type } = columnOf(row.answer, name)
  const isDuration = type === 'duration'
  const change: TileChange = {
    current,
    previous: earlierNumberOf(row, name),
    kind,
    moreIsBetter,
    figure: { answer: row.answer, column: { measure: name } },
    ...(isDuration && { formatDifference: formatDuration }),
  }
  return [
    {
      text: format(current),
      ...(isDuration && { spoken: speakDuration(current) }),
      change: row.answer.comparison === undefined ? undefined : change,
    },
  ]
}

/** One figure per currency, each compared with the same currency. */
function moneyFigures(row: ResultRow, course: readonly ResultRow[]): TileFigure[] {
  const { moreIsBetter = null } = columnOf(row.answer, 'value')
  const earlier = new Map(
    earlierMoneyOf(row, 'value').map(({ amount, currency }) => [currency, Number(amount)]),
  )
  return moneyOf(row, 'value').map(({ amount, currency }) => {
    const previous = earlier.get(currency) ?? null
    const change: TileChange = {
      current: Number(amount),
      previous,
      kind: 'percent',
      moreIsBetter,
      figure: { answer: row.answer, column: { measure: 'value' } },
      currency,
    }
    return {
      text: formatMoney(amount, currency, 'short'),
      change: row.answer.comparison === undefined ? undefined : change,
      course: course.map((point) => amountOf(point, currency)),
    }
  })
}

function amountOf(point: ResultRow, currency: string): number {
  return Number(moneyOf(point, 'value').find((one) => one.currency === currency)?.amount ?? 0)
}

/** Calls go both ways, while most other figures are of inbound ones. */
function ofThemInbound(row: ResultRow): TileData['addition'] {
  const count = numberOf(row, 'inbound')
  if (count === null) return undefined
  return {
    text: `${formatCount(count)} inbound`,
    title: measures.calls.meaning,
    href: undefined,
  }
}

function notReturned(row: ResultRow, callsBehind: CallsBehind): TileData['addition'] {
  const count = numberOf(row, 'missedNotReturned')
  if (count === null) return undefined
  const withheld = numberOf(row, 'missedWithheld') ?? 0
  return {
    text: `${formatCount(count)} not returned`,
    ...(withheld > 0 && {
      title: `Not counting ${formatCount(withheld)} missed calls from withheld numbers`,
    }),
    href: count === 0 ? undefined : callsBehind({ answer: row.answer, measure: 'missedNotReturned' }),
  }
}
