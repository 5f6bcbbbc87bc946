import type { Filter } from '@callboard/contract/calls'
import type { MeasureName } from '@callboard/contract/fields'
import type { Cell, RunReportAnswer } from '@callboard/contract/reports'

/** A figure of an answer: a measure, of one row or of all. */
export interface Figure {
  answer: RunReportAnswer
  row?: readonly Cell[]
  measure: MeasureName
}

/** The address of the calls behind a figure; undefined where the user may not see calls. */
export type CallsBehind = (figure: Figure) => string | undefined

/** Figures that count no calls still rest on some: which, is said here. */
export const callsThatMatter: Partial<Record<MeasureName, readonly Filter[]>> = {
  uniqueCallers: [
    { field: 'direction', op: 'eq', values: ['inbound'] },
    { field: 'callerNumber', op: 'notNull', values: [] },
  ],
  averageTalk: [
    { field: 'status', op: 'eq', values: ['answered'] },
    { field: 'talkDuration', op: 'notNull', values: [] },
  ],
  value: [{ field: 'value', op: 'notNull', values: [] }],
}
