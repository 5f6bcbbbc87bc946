import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

/** What is asked of a list. */
export interface ListAsked {
  page: number
  pageSize: number
  keyword?: string | undefined
  sort?: string | undefined
  desc: boolean
  activeOnly: boolean
}

/** A list as its query string asks for it. */
export function askedByQuery<Q extends { pagesize: number; activeonly: boolean }>({
  pagesize,
  activeonly,
  ...rest
}: Q) {
  return { ...rest, pageSize: pagesize, activeOnly: activeonly }
}

export interface RowsPage<Row> {
  rows: Row[]
  /** On all pages. */
  total: number
}

/**
 * One page of a query that has its conditions, and how many rows there are in all. Rows that are alike in `order` are
 * kept apart by `tie`, so that none is on two pages or on none. Rows without a value come last, unless there are none:
 * an index is read backwards only where they would come first.
 */
export async function readListPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, desc }: ListAsked,
  by: { order: RawBuilder<unknown>; tie: RawBuilder<unknown>; isNeverNull?: boolean },
): Promise<RowsPage<Row>> {
  const direction = desc ? 'desc' : 'asc'
  const offset = (page - 1) * pageSize
  const rows = await query
    .orderBy(by.order, (order) => {
      const directed = desc ? order.desc() : order.asc()
      return by.isNeverNull === true ? directed : directed.nullsLast()
    })
    .orderBy(by.tie, direction)
    .limit(pageSize)
    .offset(offset)
    .execute()
  if (rows.length > 0 && rows.length < pageSize) return { rows, total: offset + rows.length }
  const counted = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** Rows that were read by their ids, in the order of these; without those that are gone since. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A page of records as the API answers it. */
export function pageOfRecords<Row, Item>(
  { rows, total }: RowsPage<Row>,
  { page, pageSize }: ListAsked,
  itemOf: (row: Row) => Item,
): { items: Item[]; total: number; page: number; pageSize: number } {
  return { items: rows.map(itemOf), total, page, pageSize }
}

/**
 * Whether a text that is kept in lower case has a keyword in it. Of several words the longest is asked for first: the
 * index looks for the whole only where it found that one, and in most texts the longest is the rarest.
 */
export function hasText(text: RawBuilder<unknown>, keyword: string): RawBuilder<SqlBool> {
  const words = keyword.match(/[\p{L}\p{N}]+/gu) ?? []
  const longest = words.toSorted((one, other) => other.length - one.length)[0]
  const whole = sql<SqlBool>`${text} LIKE lower(${containing(keyword)})`
  if (words.length < 2 || longest === undefined) return whole
  return sql<SqlBool>`(${text} LIKE lower(${containing(longest)}) AND ${whole})`
}

/** `ILIKE` pattern of texts that contain this one; what a user types is taken as it stands. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
