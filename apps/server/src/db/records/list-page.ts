import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

/** What a list is asked for. */
export interface ListAsked {
  page: number
  pageSize: number
  keyword?: string
  sort?: string
  desc: boolean
  activeOnly: boolean
}

export interface ListPage<Item> {
  items: Item[]
  /** On all pages. */
  total: number
  page: number
  pageSize: number
}

/**
 * One page of what a query finds, and how many rows it finds in all. Rows that are equal in `order` are ordered by `tie`,
 * so that none appears on two pages or on none. Rows without a value come last; where every row has one, say so with
 * `isNeverNull`, because PostgreSQL reads an index backwards only with nulls first.
 */
export async function readListPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, pageSize, desc }: Pick<ListAsked, 'page' | 'pageSize' | 'desc'>,
  by: { order: RawBuilder<unknown>; tie: RawBuilder<unknown>; isNeverNull?: boolean },
): Promise<ListPage<Row>> {
  const direction = desc ? 'desc' : 'asc'
  const offset = (page - 1) * pageSize
  const items = await query
    .orderBy(by.order, (order) => {
      const directed = desc ? order.desc() : order.asc()
      return by.isNeverNull === true ? directed : directed.nullsLast()
    })
    .orderBy(by.tie, direction)
    .limit(pageSize)
    .offset(offset)
    .execute()
  if (items.length > 0 && items.length < pageSize)
    return { items, total: offset + items.length, page, pageSize }
  return { items, total: await countRows(query), page, pageSize }
}

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Rows that were read by their ids, in the order of these ids; those that are gone since are left out. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function mapItems<From, To>(page: ListPage<From>, itemOf: (item: From) => To): ListPage<To> {
  return { ...page, items: page.items.map(itemOf) }
}

/**
 * Whether a text that is stored in lower case contains a keyword. Of several words the longest is looked for first: it is
 * most often the rarest, and only where the index finds it is the whole keyword compared.
 */
export function hasText(text: RawBuilder<unknown>, keyword: string): RawBuilder<SqlBool> {
  const words = keyword.match(/[\p{L}\p{N}]+/gu) ?? []
  const longest = words.toSorted((one, other) => other.length - one.length)[0]
  const whole = sql<SqlBool>`${text} LIKE lower(${containing(keyword)})`
  if (words.length < 2 || longest === undefined) return whole
  return sql<SqlBool>`(${text} LIKE lower(${containing(longest)}) AND ${whole})`
}

/** The `ILIKE` pattern of texts that contain this one literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
