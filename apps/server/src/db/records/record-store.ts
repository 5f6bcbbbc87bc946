import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { hasText, type ListAsked, type ListPage, mapItems, readListPage } from './list-page.ts'
import type { Database, Db } from '../tables/schema.ts'
import { whereGiven } from './where-given.ts'

interface ListedRows<Query, Sort extends string, Search> {
  /** The table that the records are rows of. */
  table: keyof Database
  /** The text that the keyword is looked for in, in lower case. */
  text: RawBuilder<unknown>
  /** By each sort of the list; the first one unless asked otherwise. */
  orders: Record<Sort, RawBuilder<unknown>>
  /** Which of them count as active; those whose row says so, unless given. */
  isActive?: RawBuilder<SqlBool>
  /** What a search asks for beside that. */
  narrow?: (query: Query, search: Search) => Query
}

type AskedFor<Sort extends string> = ListAsked & { sort?: Sort | undefined }

/** The page of a list of records, or of what is linked with one. */
export async function listRows<
  DB,
  TB extends keyof DB,
  Row,
  Sort extends string,
  Search extends AskedFor<Sort>,
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  search: Search,
  listed: ListedRows<SelectQueryBuilder<DB, TB, Row>, Sort, Search>,
): Promise<ListPage<Row>> {
  const { table, text, isActive = sql<SqlBool>`${sql.ref(`${table}.is_active`)}` } = listed
  const orders: [string, RawBuilder<unknown>][] = Object.entries(listed.orders)
  const [, order] = orders.find(([sort]) => sort === search.sort) ?? orders[0] ?? []
  const found = query
    .$if(search.activeOnly, (all) => all.where(isActive))
    .$call(whereGiven(search.keyword, (all, keyword) => all.where(hasText(text, keyword))))
  const narrowed = listed.narrow?.(found, search) ?? found
  const tie = sql.ref(`${table}.id`)
  return await readListPage(narrowed, search, { order: order ?? tie, tie })
}

interface Stored<DB, TB extends keyof DB, Row, Sort extends string, Search> extends ListedRows<
  SelectQueryBuilder<DB, TB, Row>,
  Sort,
  Search
> {
  /** All of them, as the API has them. */
  rows: (db: Db) => SelectQueryBuilder<DB, TB, Row>
}

export interface RecordStore<Row, Search> {
  list: (db: Db, search: Search) => Promise<ListPage<Row>>
  find: (db: Db, id: string) => Promise<Row | undefined>
}

/** How records of a type are read: a list by keyword, and one by its id. */
export function recordStore<
  DB,
  TB extends keyof DB,
  Row,
  Sort extends string,
  Search extends AskedFor<Sort> = AskedFor<Sort>,
>({ rows, ...listed }: Stored<DB, TB, Row, Sort, Search>): RecordStore<Row, Search> {
  const id = sql.ref<string>(`${listed.table}.id`)
  return {
    list: async (db, search) => await listRows(rows(db), search, listed),
    async find(db, wanted) {
      const [row] = await rows(db).where(id, '=', wanted).execute()
      return row
    },
  }
}

/** The same with what is made of the rows. */
export function built<Row, One, Search>(
  { list, find }: RecordStore<Row, Search>,
  build: (row: Row) => One,
): RecordStore<One, Search> {
  return {
    list: async (db, search) => mapItems(await list(db, search), build),
    async find(db, id) {
      const row = await find(db, id)
      return row && build(row)
    },
  }
}

type Deactivatable = {
  [T in keyof Database]: Database[T] extends { is_active: unknown } ? T : never
}[keyof Database]

/** How many records of a table are active, for the administration dashboard. */
export function countActive(table: Deactivatable): RawBuilder<number> {
  return sql<number>`(SELECT count(*) FROM ${sql.table(table)} WHERE is_active)`
}
