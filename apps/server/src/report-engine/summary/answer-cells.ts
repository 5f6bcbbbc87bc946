import { viewsOf } from '@callboard/contract/report-columns'
import type { Cell } from '@callboard/contract/reports'
import { figureColumns } from './figures.ts'
import type { Measure } from '../sql/measures.ts'
import type { Plan } from '../plan/plan.ts'

/** A row as it was read: its dimensions, then `figuresOf`. */
export interface ReadFigures {
  cells: readonly Cell[]
  /** What it is compared with; null where the earlier period has no place for the row. */
  earlier: readonly Cell[] | null
}

/** Gives the cells of a row in an answer: its dimensions, then its columns, in which `whole` has the shares. */
export function answerCells(plan: Plan, whole: readonly Cell[]): (row: ReadFigures) => Cell[] {
  const width = plan.dimensions.length
  const columns = figureColumns(plan)
  return ({ cells, earlier }) => [
    ...cells.slice(0, width),
    ...columns.map(({ column, measure, figure: place }) => {
      const figure = cells[width + place] ?? null
      const before = earlier?.[width + place] ?? null
      switch (column.view) {
        case 'figure':
          return figure
        case 'share':
          return shareOf(figure, whole[width + place] ?? null)
        case 'earlier':
          return before
        case 'change':
          return changeOf(measure, figure, before)
      }
    }),
  ]
}

/** The same of the earlier period, where nothing compares, and what is told of now, or is no number, has no figure. */
export function earlierCells(plan: Plan, whole: readonly Cell[]): (cells: readonly Cell[]) => Cell[] {
  const width = plan.dimensions.length
  const compares = figureColumns(plan).map(({ measure }) => viewsOf(measure.name).includes('earlier'))
  const cellsOf = answerCells(plan, whole)
  return (cells) =>
    cellsOf({ cells, earlier: null }).map((cell, at) => (compares[at - width] === false ? null : cell))
}

/** A figure as a number; null for none, and for money of several currencies. */
function numberOf(cell: Cell): { amount: number; currency: string | undefined } | null {
  if (typeof cell === 'number') return { amount: cell, currency: undefined }
  const [money, another] = Array.isArray(cell) ? cell : []
  if (money === undefined || another !== undefined) return null
  return { amount: Number(money.amount), currency: money.currency }
}

function shareOf(cell: Cell, total: Cell): number | null {
  const [part, whole] = [numberOf(cell), numberOf(total)]
  return part === null || whole === null || whole.amount === 0 ? null : part.amount / whole.amount
}

function changeOf({ kind }: Measure, cell: Cell, earlier: Cell): number | null {
  const [now, then] = [numberOf(cell), numberOf(earlier)]
  if (now === null || then === null || now.currency !== then.currency) return null
  const difference = now.amount - then.amount
  if (kind.change !== 'percent') return difference
  return then.amount === 0 ? null : difference / then.amount
}
