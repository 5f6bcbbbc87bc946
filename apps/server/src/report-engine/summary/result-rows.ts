import type { FieldKind } from '@callboard/contract/field-declaration'
import type { AskedField } from '@callboard/contract/field-names'
import { compareTexts } from '@callboard/contract/format-names'
import { labelOf } from '@callboard/contract/report-columns'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { z } from 'zod'
import { InstantValue, Integer } from '../../db/calls/row-values.ts'
import { type Field, getField } from '../sql/fields.ts'
import { type FigureColumn, figureColumns, figuresOf } from './figures.ts'
import type { Measure } from '../sql/measures.ts'
import type { Plan, PlannedDimension } from '../plan/plan.ts'
import { plainDecimal } from '../sql/exact-amount.ts'
import { hourLabel } from '../sql/time-buckets.ts'
import type { Offsets } from '../sql/zone-offsets.ts'

/** A row of the summary SQL, by its column names; `readRow` reads the cells. */
export const SummaryRow = z.record(z.string(), z.unknown())
export type SummaryRow = z.infer<typeof SummaryRow>

export interface ReadRow {
  cells: Cell[]
  isTotal: boolean
  /** How many rows there are; undefined where they were not counted. */
  rowCount: number | undefined
}

export function readRow(plan: Plan, row: SummaryRow, offsets: Offsets): ReadRow {
  const dimensions = plan.dimensions.map((dimension, at) =>
    dimensionCell(dimension, row[`d${at}`], { ...plan, offsets }),
  )
  return {
    cells: [...dimensions, ...measureCells(plan, row)],
    isTotal: Number(row['t']) === 1,
    rowCount: row['n'] === undefined ? undefined : Number(row['n']),
  }
}

export function measureCells(plan: Plan, row: SummaryRow): Cell[] {
  return figuresOf(plan).map(({ measure }, at) => measureCell(measure.kind, row[`m${at}`]))
}

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

function dimensionCell(
  dimension: PlannedDimension,
  value: unknown,
  { offsets, customerFields }: { offsets: Offsets } & Pick<Plan, 'customerFields'>,
): Cell {
  if (dimension.field !== 'time') return fieldCell(getField(dimension.field, customerFields), value)
  if (dimension.grain !== 'hour') return z.string().parse(value)
  return hourLabel(Integer.parse(value), offsets())
}

/** What calls of a group have of a field, also where it was read as a text; null is none. */
export function fieldCell({ storedKind: kind }: Field, value: unknown): Exclude<Cell, object[]> {
  const cell = CellValue.parse(value)
  if (cell === '' || cell === null) return null
  if (kind === 'integer' || kind === 'float') return Number(cell)
  return kind === 'boolean' ? ['true', '1'].includes(String(cell)) : cell
}

const Sums = z.record(z.string(), z.union([z.string(), z.number()]))

function measureCell(kind: Measure['kind'], value: unknown): Cell {
  if (kind.type === 'money') {
    const sums = Object.entries(Sums.parse(value))
    return sums.length === 0
      ? null
      : sums
          .map(([currency, amount]) => ({ currency, amount: plainDecimal(amount) }))
          .toSorted((one, other) => compareTexts(one.currency, other.currency))
  }
  if (value === null || value === undefined) return kind.whenNoCalls
  if (kind.type === 'time') return InstantValue.parse(value)
  const figure = Number(value)
  return Number.isFinite(figure) ? figure : kind.whenNoCalls
}

export function columnsOf(
  plan: Pick<Plan, 'dimensions' | 'measures' | 'columns' | 'pivotColumns' | 'customerFields'>,
): ReportColumn[] {
  const { dimensions, customerFields } = plan
  return [
    ...dimensions.map((one) => dimensionColumn(one, customerFields)),
    ...figureColumns(plan).map(measureColumn),
  ]
}

export function dimensionColumn(
  dimension: PlannedDimension,
  customerFields: Plan['customerFields'],
): ReportColumn {
  if (dimension.field === 'time') {
    return {
      name: 'time',
      label: timeLabels[dimension.grain],
      type: 'time',
      grain: dimension.grain,
      role: 'dimension',
    }
  }
  return fieldColumn(dimension.field, getField(dimension.field, customerFields))
}

/** The column of what calls have of a field. */
export function fieldColumn(name: AskedField, { kind, label, valueLabels }: Field): ReportColumn {
  const type = columnTypes[kind]
  return { name, label, type, role: 'dimension', ...unitOf(type), ...(valueLabels && { valueLabels }) }
}

const columnTypes = {
  text: 'text',
  entity: 'text',
  code: 'text',
  choice: 'text',
  currency: 'text',
  uuid: 'text',
  tags: 'text',
  phone: 'phone',
  integer: 'integer',
  list: 'integer',
  duration: 'duration',
  number: 'number',
  amount: 'money',
  boolean: 'boolean',
  instant: 'time',
} as const satisfies Record<FieldKind, ReportColumn['type']>

function changeOf({ change }: Measure['kind']): Pick<ReportColumn, 'change'> {
  return change === null ? {} : { change }
}

function unitOf(type: ReportColumn['type']): { unit?: string } {
  return type === 'duration' ? { unit: 'seconds' } : {}
}

const timeLabels = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week from',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
} as const

function measureColumn({ name, column: { view }, measure, pivotColumn }: FigureColumn): ReportColumn {
  const { kind, moreIsBetter } = measure
  const label = labelOf(measure, view)
  const shared = {
    name,
    label,
    role: 'measure',
    measure: measure.name,
    view,
    ...(pivotColumn && { pivot: pivotColumn.pivot }),
  } as const
  const unit = unitOf(kind.type)
  switch (view) {
    case 'figure':
      return { ...shared, type: kind.type, ...changeOf(kind), moreIsBetter, ...unit }
    case 'share':
      return { ...shared, type: 'ratio', change: 'points', moreIsBetter: null }
    case 'earlier':
      return { ...shared, type: kind.type, ...unit }
    case 'change':
      return {
        ...shared,
        type: kind.change === 'absolute' ? kind.type : 'ratio',
        ...changeOf(kind),
        moreIsBetter,
        ...unit,
      }
  }
}
