import { isComparing } from '@callboard/contract/report-columns'
import type { Cell } from '@callboard/contract/reports'
import { answerIndex } from './figures.ts'
import type { Plan } from '../plan/plan.ts'

/** Whether the order of the rows depends on what they were in the earlier period, which is read apart. */
export function isSortedByChange({ sort, dimensions, columns }: Plan): boolean {
  return sort.some(({ index }) => {
    const column = columns[index - dimensions.length]
    return column !== undefined && isComparing(column)
  })
}

/**
 * The order in which the engine sorts, for rows that are all at hand: those without a value come last, up or down, and
 * those that are alike keep their order.
 */
export function sortByAnswer<Row extends { answer: readonly Cell[] }>(plan: Plan, rows: Row[]): Row[] {
  const { sort } = plan
  if (sort.length === 0) return rows
  return rows
    .map((row) => ({
      row,
      keys: sort.map(({ index }) => keyOf(row.answer[answerIndex(plan, index)] ?? null)),
    }))
    .toSorted((one, other) => {
      for (const [at, { desc }] of sort.entries()) {
        const order = compareKeys(one.keys[at] ?? null, other.keys[at] ?? null, desc)
        if (order !== 0) return order
      }
      return 0
    })
    .map(({ row }) => row)
}

function compareKeys(one: string | number | null, other: string | number | null, desc: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const order = one === other ? 0 : one < other ? -1 : 1
  return desc ? -order : order
}

const hour = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

function keyOf(cell: Cell): string | number | null {
  // Only for sorting are the amounts of all currencies added.
  if (Array.isArray(cell)) return cell.reduce((sum, { amount }) => sum + Number(amount), 0)
  if (typeof cell === 'boolean') return Number(cell)
  // By when it was: clocks that go back show an hour twice.
  return typeof cell === 'string' && hour.test(cell) ? Date.parse(cell) : cell
}
