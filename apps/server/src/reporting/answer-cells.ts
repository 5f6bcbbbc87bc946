import type { Cell } from '@callboard/contract/reports'
import type { Measure } from './measures.ts'
import type { Plan } from './plan.ts'

/** A row as it was read: its dimensions, then the figure of each measure of the plan. */
export interface ReadFigures {
  cells: readonly Cell[]
  /** Of the earlier period; null where that has no place for the row. */
  earlier: readonly Cell[] | null
}

/** The cells of a row in an answer: its dimensions, then its columns, in which `total` has the shares. */
export function answerCells(plan: Plan, { cells, earlier }: ReadFigures, total: readonly Cell[]): Cell[] {
  const width = plan.dimensions.length
  const figures = plan.columns.map(({ measure: place, view }) => {
    const at = width + place
    const figure = cells[at] ?? null
    const measure = plan.measures[place]
    switch (view) {
      case 'figure':
        return figure
      case 'share':
        return shareOf(figure, total[at] ?? null)
      case 'earlier':
        return earlier?.[at] ?? null
      case 'change':
        return measure === undefined ? null : changeOf(measure, figure, earlier?.[at] ?? null)
    }
  })
  return [...cells.slice(0, width), ...figures]
}

/** The same of the earlier period, where nothing compares, and nothing is told of now. */
export function earlierCells(plan: Plan, cells: readonly Cell[], total: readonly Cell[]): Cell[] {
  const width = plan.dimensions.length
  return answerCells(plan, { cells, earlier: null }, total).map((cell, at) => {
    const column = plan.columns[at - width]
    return column !== undefined && plan.measures[column.measure]?.isOfNow === true ? null : cell
  })
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
