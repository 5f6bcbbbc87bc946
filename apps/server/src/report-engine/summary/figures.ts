import type { Measure } from '../sql/measures.ts'
import type { Plan, PlannedColumn, PivotColumn } from '../plan/plan.ts'

type Pivoted = Pick<Plan, 'measures' | 'pivotColumns'>

/** What is worked out for each row: every measure for each value of the pivot, then for the whole row. */
interface Figure {
  measure: Measure
  /** Place of the value among those of the pivot; undefined for the whole row. */
  pivotColumn: number | undefined
}

export function figuresOf({ measures, pivotColumns }: Pivoted): Figure[] {
  return [...pivotColumns.keys(), undefined].flatMap((pivotColumn) =>
    measures.map((measure) => ({ measure, pivotColumn })),
  )
}

/** The place among `figuresOf` of a measure of the whole row. */
export function wholeFigure({ measures, pivotColumns }: Pivoted, measure: number): number {
  return pivotColumns.length * measures.length + measure
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
  pivotColumn: PivotColumn | undefined
  /** Place of its figure among `figuresOf`. */
  figure: number
}

export function figureColumns({
  measures,
  columns,
  pivotColumns,
}: Pivoted & Pick<Plan, 'columns'>): FigureColumn[] {
  return [...pivotColumns, undefined].flatMap((pivotColumn, place) =>
    columns.flatMap((column) => {
      const measure = measures[column.measure]
      if (measure === undefined) return []
      const name = pivotColumn === undefined ? column.name : `${column.name}#${place}`
      return { name, column, measure, pivotColumn, figure: place * measures.length + column.measure }
    }),
  )
}

/** The place in a row of the answer of what the plan sorts by: a dimension, or a column of the whole row. */
export function answerIndex({ dimensions, columns, pivotColumns }: Plan, index: number): number {
  return index < dimensions.length ? index : index + pivotColumns.length * columns.length
}
