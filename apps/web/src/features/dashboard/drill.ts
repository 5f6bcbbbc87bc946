import type { MeasureName } from '@callboard/contract/measures'
import type { Cell, RunReportAnswer } from '@callboard/contract/reports'

/** A figure of an answer: a measure, of one row or of all. */
export interface Figure {
  answer: RunReportAnswer
  row?: readonly Cell[]
  measure: MeasureName
}

/** The address of the calls behind a figure; undefined where the user may not see calls. */
export type CallsBehind = (figure: Figure) => string | undefined
