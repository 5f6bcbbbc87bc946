import type { Palette } from './palette.ts'

/** What a series means, which decides its colour. A series without a tone has the next free colour. */
export type ChartTone = 'answered' | 'voicemail' | 'missed' | 'previous' | 'others'

export interface ChartPoint {
  /** Short, for the axis. */
  label: string
  /** In full, for tooltip and table; the label unless given. */
  title?: string
  /** The label by its dimensions, if these are several, for an axis where each may have a line. */
  lines?: readonly string[]
  /** The period has only a part of its time. */
  isPartial?: true
}

/** What was clicked: a point of a series, a slice, or a cell. */
export interface ChartPlace {
  /** Place among the points, slices or columns. */
  index: number
  /** Place among the rows of a heat map. */
  row?: number
  /** Name of the series. */
  series?: string
}

export interface LegendEntry {
  name: string
  color: string
  isDashed: boolean
}

/** What ECharts draws, in its words: who draws with it registers each. */
export type EChartsSeries = 'bar' | 'heatmap' | 'line' | 'pie' | 'scatter'

/** As ECharts takes them. */
export interface ChartOptions {
  series: readonly { type: EChartsSeries; [option: string]: unknown }[]
  [option: string]: unknown
}

interface TableRow {
  title: string
  cells: readonly string[]
  /** Where the calls of the row are found. */
  place?: ChartPlace
}

/** A chart, ready to be drawn on a screen, in a file or as a table. */
export interface Drawing<Shown extends object = object> {
  /** The figures that are drawn. */
  shown: Shown
  /** Pixels that it needs to be legible. */
  height: number
  /** ECharts' options beside those that all charts have, without the hidden series; all colours are the theme's. */
  options: (palette: Palette, hidden?: ReadonlySet<string>) => ChartOptions
  /** The same figures as a table. */
  table: () => { head: readonly string[]; body: readonly TableRow[] }
  /** What the colours of bars and lines mean, where they mean something. */
  legend?: (palette: Palette) => LegendEntry[]
  /** Whether the series of the legend can be hidden. */
  canHide?: boolean
  /** What stands out, as a sentence. */
  highlight?: () => string
  /** Where the datum is that ECharts counts so; its own number unless given. */
  placeOf?: (dataIndex: number) => ChartPlace
}

export function fullTitle({ label, title }: ChartPoint): string {
  return title ?? label
}

interface DrawnHow {
  palette: Palette
  isMotionReduced: boolean
  /** Names of series. */
  hidden?: ReadonlySet<string> | undefined
}

/** ECharts' options of a chart, with those that all charts have. */
export function chartOptions(
  { options }: Drawing,
  { palette, isMotionReduced, hidden }: DrawnHow,
): ChartOptions {
  return {
    animation: !isMotionReduced,
    animationDuration: 200,
    animationDurationUpdate: 200,
    textStyle: { fontFamily: palette.fontFamily, color: palette.quietText, fontSize: 12 },
    ...options(palette, hidden),
  }
}

/** Drawn into the canvas as rich text: the content security policy allows no generated markup. */
export function tooltip(palette: Palette, trigger: 'axis' | 'item') {
  return {
    trigger,
    renderMode: 'richText',
    confine: true,
    transitionDuration: 0,
    axisPointer: { type: 'shadow', shadowStyle: { color: palette.answered, opacity: 0.06 } },
    backgroundColor: palette.panel,
    borderColor: palette.line,
    borderWidth: 1,
    padding: [8, 12],
    textStyle: { color: palette.text, fontSize: 13, fontFamily: palette.fontFamily },
  }
}

/** The tooltip of one datum: its lines, by its number. */
export function itemTooltip(palette: Palette, linesOf: (dataIndex: number) => readonly string[]) {
  return {
    ...tooltip(palette, 'item'),
    // Braces and bars are ECharts' markup in rich text.
    formatter: (hit: unknown) => linesOf(dataIndexOf(hit)).join('\n').replace(/[{}|]/g, ' '),
  }
}

/** ECharts passes one hit, or a list with one per series. */
function dataIndexOf(hit: unknown): number {
  const one: unknown = Array.isArray(hit) ? hit[0] : hit
  const isNumbered = typeof one === 'object' && one !== null && 'dataIndex' in one
  return isNumbered && typeof one.dataIndex === 'number' ? one.dataIndex : -1
}

export function written(value: unknown, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '–'
}
