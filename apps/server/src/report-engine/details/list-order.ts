import type { Span } from '@callboard/contract/period'
import type { Bindings } from '../sql/bindings.ts'
import { type CellNames, customerTexts, foundSql } from '../summary/cell-names.ts'
import type { ListOrder } from './export-windows.ts'
import { type CustomerFields, getField, isNothingSql } from '../sql/fields.ts'
import { memoizedOffsets, type Offsets } from '../sql/zone-offsets.ts'

interface Ordering {
  bindings: Bindings
  offsets: Offsets
  names: Pick<CellNames, 'customers'>
  customerFields: CustomerFields
}

/** The order of a list of calls. Those without a value come last, up or down, and customers stand by their names. */
export function listOrderSql(order: readonly ListOrder[], ordering: Ordering): string {
  return [...order.map((by) => orderSql(by, ordering)), `id ${directionOf(order[0])}`].join(', ')
}

function orderSql(by: ListOrder, { bindings, offsets, names, customerFields }: Ordering): string {
  const field = getField(by.field, customerFields)
  const column = field.sql(offsets)
  const shown =
    by.field === 'customer'
      ? foundSql(
          column,
          customerTexts(names, ({ name }) => name),
          { bindings, type: 'UUID' },
        )
      : column
  const nothingLast = field.isKnown === true ? '' : `${isNothingSql(field, column)}, `
  return `${nothingLast}${shown} ${directionOf(by)}`
}

function directionOf(by: ListOrder | undefined): string {
  return by?.desc === true ? 'DESC' : 'ASC'
}

/** A call may be answered, end and be returned after the period in which it began, but hardly in the future. */
export function listOffsets({ from, to }: Span): Offsets {
  const soon = Temporal.Now.zonedDateTimeISO(from.timeZoneId).add({ days: 2 })
  return memoizedOffsets({ from, to: Temporal.ZonedDateTime.compare(soon, to) > 0 ? soon : to })
}
