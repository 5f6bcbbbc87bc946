import { type Figure, figureKinds } from '../figure-kinds.ts'
import { measures } from '../measures.ts'
import { type MeasureColumn, parseColumn } from '../report-columns.ts'
import type { ReportDefinition } from '../reports.ts'
import type { ChartInput, MeasureChart, ReportChart } from './charted-answer.ts'

export type ChartedDefinition = Pick<ReportDefinition, 'dimensions' | 'measures' | 'pivot'>

interface PictureStroke {
  /** Of an SVG path, 40 wide and 28 high. */
  path: string
  /** Of the line; without it the path is filled. */
  width?: number
  opacity?: number
}

/** All that there is of a kind of chart. */
export interface ChartKind {
  label: string
  /** What it is chosen by. */
  picture: readonly PictureStroke[]
  /**
   * Whether a second dimension has a series for each of its values: apart from each other, or stacked, and then the earlier period of
   * all of them together is a line above; otherwise the rows are drawn as they are.
   */
  series: 'apart' | 'stacked' | undefined
  /** Why it does not suit a report that has rows and a figure to draw, as a sentence; undefined if it does. */
  problem: (definition: ChartedDefinition) => string | undefined
  /** The chart of an answer; undefined if it cannot be drawn so. */
  build: (input: ChartInput, of: MeasureChart) => ReportChart | undefined
}

/** Charts draw numbers: amounts come in currencies, and moments are none. */
const undrawn: ReadonlySet<string> = new Set(['money', 'time'])

/** Whether charts draw a column that is derived from nothing. */
export function isDrawn(name: MeasureColumn): boolean {
  const figure = figureOf(name)
  return figure !== undefined && !undrawn.has(figureKinds[figure].type)
}

/** Whether charts draw a column for the rows: a share or a change is a number, also that of an amount of money. */
export function isDrawnByRow(name: MeasureColumn): boolean {
  const { measure, view } = parseColumn(name)
  return view === 'share' || view === 'change' || !undrawn.has(figureKinds[measures[measure].figure].type)
}

/** What is worked out for a column; undefined for what is derived from it. */
export function figureOf(name: MeasureColumn): Figure | undefined {
  const { measure, view } = parseColumn(name)
  return view === 'figure' ? measures[measure].figure : undefined
}
