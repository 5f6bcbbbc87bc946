import { formatCount } from '../format.ts'
import type { Cell } from '../reports.ts'
import { type ChartedAnswer, type ChartInput, drawnRows, firstOf, isInOrder } from './charted-answer.ts'
import type { SeriesChart } from './series-drawing.ts'

/** Of a chart on a page, in pixels. */
export const defaultWidth = 900
/** Pixels that a bar needs to be told from the one beside it. */
const minBarWidth = 4
/** As many lying bars as fit on a page that is not scrolled for long. */
const maxLyingBars = 66
/** However many series there are, so many rows are compared. */
const minRows = 3

export interface SeriesLook {
  shape: SeriesChart['shape']
  /** Of what does not add up: lines and bars stand beside each other. */
  unstacked?: SeriesChart['shape']
  /** Whether bars lie; where their labels are long, unless it is said. */
  lies?: 'always' | 'never'
  /** Draws the outcomes of inbound calls, where the report has them, rather than one measure. */
  showsOutcomes?: true
  /** Draws one measure even where there is a pivot. */
  ignoresPivot?: true
}

export interface Fit {
  shape: SeriesChart['shape']
  rows: readonly Cell[][]
  /** That it is drawn otherwise than was asked for, in words. */
  note?: string
}

interface Asked {
  input: ChartInput
  look: SeriesLook
  isHorizontal: boolean
  isStackable: boolean
  seriesCount: number
}

/** The rows and the shape for which there is room: what has an order is drawn as lines where bars do not fit. */
export function fitShape(answer: ChartedAnswer, asked: Asked): Fit {
  const { input, look, isHorizontal, isStackable, seriesCount } = asked
  const shape = isStackable ? look.shape : (look.unstacked ?? look.shape)
  const rows = drawnRows(answer)
  const barsOfRow = shape === 'bar' ? seriesCount : 1
  if (isHorizontal) {
    const maxBars = input.maxHorizontalBars ?? (seriesCount > 1 ? maxLyingBars : undefined)
    const max = maxBars === undefined ? Infinity : Math.max(minRows, Math.floor(maxBars / barsOfRow))
    return { shape, rows: firstOf(rows, max) }
  }
  const max = Math.floor((input.width ?? defaultWidth) / minBarWidth / barsOfRow)
  const isOfBars = shape === 'bar' || shape === 'stackedBar'
  if (!isOfBars || rows.length <= max) return { shape, rows }
  if (!isInOrder(answer)) return { shape, rows: firstOf(rows, Math.max(minRows, max)) }
  const lines = shape === 'stackedBar' ? 'area' : 'line'
  const bars = formatCount(rows.length * barsOfRow)
  return { shape: lines, rows, note: `as ${lines}s: ${bars} bars do not fit` }
}
