import type { Filter } from '@callboard/contract/calls'
import type { BucketGrain, Span } from '@callboard/contract/period'
import { type MeasureName, restsOnNumbers } from '@callboard/contract/measures'
import type { Scope } from '../../access/rows/scope.ts'
import { noMergedCodes, selectMergedCodes, withMergedCodes } from '../../db/merged-entities.ts'
import { selectCosts, type StoredCost } from '../../db/number-assignments.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { type CostTime, costTime } from './cost-shares.ts'
import { type CustomerFields, columnOf, getField, isFieldName } from '../sql/fields.ts'

/** What tracking numbers of the customers that somebody sees cost, where a question has a figure of it. */
export interface NumberCosts {
  stored: readonly { cost: StoredCost; time: CostTime }[]
  /** A day costs something once it has begun. */
  askedAt: Date
}

/** Columns of calls that a cost has: what its number stood for, and what is the same for all of them. */
const columnsOfNumber = {
  customer_id: 'customerId',
  tracking_number: 'number',
  number: 'number',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  keyword: 'keyword',
  location: 'location',
  rotationgroup: 'rotationgroup',
  network: 'network',
  target_number: 'targetNumber',
} as const satisfies Record<string, keyof StoredCost>

const sameForAll = { direction: 'inbound', attributed_by: 'number' } as const

export type CostColumn = keyof typeof columnsOfNumber

export const costColumns = Object.keys(columnsOfNumber).filter(isCostColumn)

function isCostColumn(column: string): column is CostColumn {
  return Object.hasOwn(columnsOfNumber, column)
}

export function costValue(cost: StoredCost, column: CostColumn): string {
  return cost[columnsOfNumber[column]]
}

/** What a cost has in a column of calls that is no column of its number; undefined for what only calls have. */
export function sameValue(column: string): string | undefined {
  return Object.entries(sameForAll).find(([name]) => name === column)?.[1]
}

/** Undefined where none of the measures rests on them. `spans` are the periods that the question reads. */
export async function findNumberCosts(
  scope: Scope,
  { db, askedAt = new Date() }: { db: Db; askedAt?: Date | undefined },
  { names, spans }: { names: readonly MeasureName[]; spans: readonly Span[] },
): Promise<NumberCosts | undefined> {
  if (!names.some(restsOnNumbers)) return undefined
  const marginMs = 2 * 86_400_000
  const from = new Date(Math.min(...spans.map((span) => span.from.epochMilliseconds)) - marginMs)
  const to = new Date(Math.max(...spans.map((span) => span.to.epochMilliseconds)) + marginMs)
  const { customerIds } = scope
  const [costs, merged] = await Promise.all([
    selectCosts(db, { customerIds, from, to }),
    selectMergedCodes(db, customerIds),
  ])
  const stored = costs.map((one) => {
    const cost = withMergedCodes(one, merged.get(one.customerId) ?? noMergedCodes)
    const [since, until] = [cost.fromAt, cost.untilAt].map((at) => at?.toISOString())
    return { cost, time: costTime({ ...cost, from: since, until }) }
  })
  return { stored, askedAt }
}

interface Asked {
  dimensions: readonly { field: string; grain: BucketGrain | null }[]
  filters: readonly Filter[]
  customerFields: CustomerFields
}

/** Throws `invalid` where calls are told apart by what the cost of a number is not. */
export function requireKnownCosts(label: string, { dimensions, filters, customerFields }: Asked): void {
  const field = 'definition.measures'
  if (dimensions.some(({ grain }) => grain === 'hour'))
    throw new AppError('invalid', `${label} is not known by the hour: take days or more.`, { field })
  const names = [...dimensions, ...filters].map((one) => one.field).filter((name) => name !== 'time')
  const unknown = names.find((name) => !hasCost(name))
  if (unknown === undefined) return
  const by = isFieldName(unknown, customerFields) ? getField(unknown, customerFields).label : unknown
  throw new AppError(
    'invalid',
    `${label} is known by what tracking numbers stand for, not by ${by}: take one of the two out of the report.`,
    { field },
  )
}

function hasCost(name: string): boolean {
  if (!isFieldName(name)) return false
  const field = getField(name)
  if (field.column === null) return false
  const column = columnOf(name, field)
  return isCostColumn(column) || sameValue(column) !== undefined
}
