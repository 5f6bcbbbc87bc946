import type { PartialCall } from '@callboard/contract/calls'
import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { type CountedDimension, type CountedMeasure, countedMeasures, counts, valuesOf } from './recount.ts'

/** A number to what the engine and we work out alike. */
export const figure = (cell: Cell | undefined) =>
  typeof cell === 'number' ? Number(cell.toFixed(9)) : (cell ?? null)

/** The calls of a row, and what they were in the earlier period; undefined where that is asserted by hand. */
export interface Periods {
  now: readonly PartialCall[]
  before: readonly PartialCall[] | undefined
}

export function isCounted(name: string | undefined): name is CountedMeasure {
  return countedMeasures.some((known) => known === name)
}

/** What says which calls a figure counts. */
interface Asked {
  dimensions: readonly CountedDimension[]
  pivot?: CountedDimension
  timeZone: string
}

/** The calls of a column. */
function acrossOf(
  { pivot: across }: ReportColumn,
  { pivot, timeZone }: Asked,
  answer: Pick<RunReportAnswer, 'pivot'>,
) {
  return (given: readonly PartialCall[]) => {
    if (across === undefined || pivot === undefined) return given
    const { grain } = answer.pivot ?? {}
    const dimension = { ...pivot, ...(grain !== undefined && grain !== 'auto' && { grain }) }
    return given.filter((call) => {
      const values = valuesOf(call, dimension, timeZone)
      return 'value' in across
        ? values.some((value) => value === across.value)
        : values.every((value) => across.except.every((shown) => shown !== value))
    })
  }
}

/** The figures of a row; undefined for those that are asserted by hand. */
export function recountRow(
  answer: Pick<RunReportAnswer, 'columns' | 'pivot'>,
  question: Asked,
  { row, whole }: { row: Periods; whole: Periods },
) {
  return answer.columns.flatMap((column): (Cell | undefined)[] => {
    const { measure, view } = column
    if (!isCounted(measure)) return []
    const of = acrossOf(column, question, answer)
    const count = (given: readonly PartialCall[]) => counts[measure](of(given))
    const now = count(row.now)
    if (view === 'figure') return [figure(now)]
    const all = count(whole.now)
    if (view === 'share') return [now === null || all === null || all === 0 ? null : figure(now / all)]
    // Which hours and which columns of time stand beside which is asserted by hand elsewhere.
    if (row.before === undefined || question.pivot?.field === 'time') return [undefined]
    const then = count(row.before)
    if (view === 'earlier') return [figure(then)]
    if (now === null || then === null) return [null]
    if (column.change !== 'percent') return [figure(now - then)]
    return [then === 0 ? null : figure((now - then) / then)]
  })
}

/** Groups by what their dimensions say. */
export function groupsOf(
  counted: readonly PartialCall[],
  question: Asked,
  daysLater = 0,
): Map<string, PartialCall[]> {
  const groups = new Map<string, PartialCall[]>()
  for (const call of counted) {
    const keys = question.dimensions.reduce<Cell[][]>(
      (before, dimension) =>
        before.flatMap((values) =>
          valuesOf(call, { ...dimension, daysLater }, question.timeZone).map((value) => [...values, value]),
        ),
      [[]],
    )
    for (const values of keys) {
      const group = JSON.stringify(values)
      groups.set(group, [...(groups.get(group) ?? []), call])
    }
  }
  return groups
}
