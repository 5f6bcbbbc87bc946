import type { Measure } from '../sql/measures.ts'
import type { Plan, PlannedColumn, Slot } from '../plan/plan.ts'

type Pivoted = Pick<Plan, 'measures' | 'slots'>

/** What is worked out for each row: every measure for each value of the pivot, then for the whole row. */
interface Figure {
  measure: Measure
  /** Place of the value among those of the pivot; undefined for the whole row. */
  slot: number | undefined
}

export function figuresOf({ measures, slots }: Pivoted): Figure[] {
  return [...slots.keys(), undefined].flatMap((slot) => measures.map((measure) => ({ measure, slot })))
}

/** The place among `figuresOf` of a measure of the whole row. */
export function wholeFigure({ measures, slots }: Pivoted, measure: number): number {
  return slots.length * measures.length + measure
}

/** The figures of a group without calls. */
export function emptyFigures(plan: Pivoted): (0 | null)[] {
  return figuresOf(plan).map(({ measure }) => measure.kind.whenNoCalls)
}

/** A column of the answer, in their order. */
export interface FigureColumn {
  name: string
  column: PlannedColumn
  measure: Measure
  slot: Slot | undefined
  /** Place of its figure among `figuresOf`. */
  figure: number
}

export function figureColumns({ measures, columns, slots }: Pivoted & Pick<Plan, 'columns'>): FigureColumn[] {
  return [...slots, undefined].flatMap((slot, place) =>
    columns.flatMap((column) => {
      const measure = measures[column.measure]
      if (measure === undefined) return []
      const name = slot === undefined ? column.name : `${column.name}#${place}`
      return { name, column, measure, slot, figure: place * measures.length + column.measure }
    }),
  )
}

/** The place in a row of the answer of what the plan sorts by: a dimension, or a column of the whole row. */
export function answerIndex({ dimensions, columns, slots }: Plan, index: number): number {
  return index < dimensions.length ? index : index + slots.length * columns.length
}
