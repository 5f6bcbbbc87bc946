import { formatCount } from '../format.ts'
import type { Palette } from './palette.ts'

/** What a series means, which decides its colour. A series without a tone has the next free colour. */
export type ChartTone = 'answered' | 'voicemail' | 'missed' | 'previous'

export interface ChartSeries {
  name: string
  tone?: ChartTone
  /** One per point; null if there is no figure. */
  values: readonly (number | null)[]
}

export interface ChartPoint {
  /** Short, for the axis. */
  label: string
  /** In full, for tooltip and table; the label unless given. */
  title?: string
  /** The label by its dimensions, if these are several, for an axis where each may have a line. */
  lines?: readonly string[]
}

/** Bars, lines or areas over points, as days or categories; several areas are stacked. */
export interface SeriesChart {
  type: 'bar' | 'stackedBar' | 'line' | 'area'
  /** Bars lie, one under the other, for points whose labels need a line each. */
  isHorizontal?: boolean
  /** What the points are, for the header of the table: `Day`, `Source`. */
  pointsName: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** The earlier period, as a dashed line. */
  previous?: ChartSeries | undefined
  /** Name of the sum of a stack, in tooltip and table; no sum unless given. */
  totalName?: string
  format?: (value: number) => string
}

export interface HeatMapChart {
  type: 'heatMap'
  columnsName: string
  /** From top to bottom. */
  rows: readonly ChartPoint[]
  columns: readonly ChartPoint[]
  /** One list per row. */
  values: readonly (readonly (number | null)[])[]
  /** What a cell says: `12 calls`. */
  format?: (value: number) => string
}

export interface PieChart {
  type: 'pie'
  pointsName: string
  valueName: string
  slices: readonly { label: string; value: number }[]
  format?: (value: number) => string
}

/** Each point where two of its figures put it. */
export interface ScatterChart {
  type: 'scatter'
  pointsName: string
  x: ScatterAxis
  y: ScatterAxis
  points: readonly { title: string; x: number; y: number }[]
}

interface ScatterAxis {
  name: string
  format?: (value: number) => string
}

export type ChartData = SeriesChart | HeatMapChart | PieChart | ScatterChart

/** What was clicked: a point of a series, a slice, or a cell. */
export interface ChartPlace {
  /** Place among the points, slices or columns. */
  index: number
  /** Place among the rows of a heat map. */
  row?: number
  /** Name of the series. */
  series?: string
}

/** Pixels that a chart needs to be legible. */
export function chartHeight(data: ChartData): number {
  if (data.type === 'scatter') return 360
  if (data.type === 'heatMap') return Math.max(260, 60 + 26 * data.rows.length)
  if (data.type === 'pie' || data.isHorizontal !== true) return 260
  const bars = (data.type === 'bar' ? data.series.length : 1) + (data.previous === undefined ? 0 : 1)
  const lines = Math.max(1, ...data.points.map((point) => point.lines?.length ?? 1))
  return 48 + data.points.length * Math.max(10 + 14 * bars, 8 + axisLineHeight * lines)
}

/** Pixels of each line of a label. */
export const axisLineHeight = 15

export function chartFormat(data: Exclude<ChartData, ScatterChart>): (value: number) => string {
  return data.format ?? formatCount
}

export function fullTitle({ label, title }: ChartPoint): string {
  return title ?? label
}

/** Colours of tones that are in the chart mean nothing else in it. */
export function seriesColor(one: ChartSeries, all: readonly ChartSeries[], palette: Palette): string {
  if (one.tone !== undefined) return palette[one.tone]
  const taken = all.flatMap(({ tone }) => (tone === undefined ? [] : [palette[tone]]))
  const free = palette.series.filter((color) => !taken.includes(color))
  const place = all.filter(({ tone }) => tone === undefined).indexOf(one)
  return free[place % free.length] ?? palette.answered
}

export function stackTotal({ series }: SeriesChart, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}

export interface LegendEntry {
  name: string
  color: string
  isDashed: boolean
}

/** What the colours of bars and lines mean; empty for a chart that needs no legend. */
export function chartLegend(data: ChartData, palette: Palette): LegendEntry[] {
  if (!('series' in data)) return []
  const { series, previous } = data
  return [
    ...series.map((one) => ({
      name: one.name,
      color: seriesColor(one, series, palette),
      isDashed: false,
    })),
    ...(previous === undefined ? [] : [{ name: previous.name, color: palette.previous, isDashed: true }]),
  ]
}
