import { fields } from '@callboard/contract/call-fields'
import { type SortName, sortNames } from '@callboard/contract/field-names'
import type { BoundType } from '../sql/bindings.ts'
import { constantColumn } from '../sql/constant-sql.ts'

/** Lists by time are split by the hour. */
export const hourMs = 3_600_000

interface SortKey {
  sql: string
  type: BoundType
  /** Coarse values of the key, in its order. */
  bucketSql: string
}

// Calls without a value come last in both directions, by a value beyond all others, so that the keyset has no gaps.
const keyOfKind = {
  instant: (column) => ({
    sql: column,
    type: "DateTime64(3, 'UTC')",
    bucketSql: `intDiv(toInt64(toUnixTimestamp64Milli(${column})), ${hourMs})`,
  }),
  duration: (column, desc) => {
    // Durations are stored in 32 bits.
    const sql = `ifNull(toInt64(${column}), ${desc ? -1 : 2 ** 32})`
    return { sql, type: 'Int64', bucketSql: sql }
  },
  amount: (column, desc) => {
    const sql = `ifNull(${column}, toDecimal64('${desc ? '-' : ''}99999999999999.9999', 4))`
    return { sql, type: 'Decimal(18, 4)', bucketSql: `toInt64(floor(${sql}))` }
  },
} as const satisfies Record<(typeof fields)[SortName]['kind'], (column: string, desc: boolean) => SortKey>

/** What a list is sorted by. */
export function sortKeyOf(name: SortName, desc: boolean) {
  return keyOfKind[fields[name].kind](constantColumn(name), desc)
}

export function isSortName(name: string): name is SortName {
  return sortNames.some((known) => known === name)
}
