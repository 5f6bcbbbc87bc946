import type { Body } from '@callboard/contract/endpoint'
import type { searchNumberChanges } from '@callboard/contract/numbers'
import { sql } from 'kysely'
import { fullName } from '../../db/records/full-name.ts'
import { readListPage } from '../../db/records/list-page.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { TimelinesOfNumbers, WantedNumber } from '../../db/tables/number-tables.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'

interface NewChange {
  customerId: string
  madeBy: string
  numbers: number
  calls: number
}

/** The id of a change whose parts come with it: those that are written, and those that are not. */
export async function insertChange(
  transaction: Transaction,
  { customerId, madeBy, numbers, calls }: NewChange,
): Promise<string> {
  const { id } = await transaction
    .insertInto('number_change')
    .values({ customer_id: customerId, made_by: madeBy, numbers, calls })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface WrittenPart {
  before: TimelinesOfNumbers
  after: TimelinesOfNumbers
}

function columnsOf({ before, after }: WrittenPart) {
  return {
    entity_ids: Object.keys(after),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }
}

export async function insertWrittenPart(
  transaction: Transaction,
  changeId: string,
  written: WrittenPart,
): Promise<void> {
  const numbers = Object.keys(written.after).length
  await transaction
    .insertInto('number_change_part')
    .values({ change_id: changeId, numbers, ...columnsOf(written) })
    .execute()
}

/** What is to become of some numbers: what is wanted of them, or that they be again as before a part. */
export type PartToWrite = { wanted: readonly WantedNumber[] } | { undoesId: string; numbers: number }

/** In a statement. */
const partsPerInsert = 20

export async function insertPartsToWrite(
  transaction: Transaction,
  changeId: string,
  parts: readonly PartToWrite[],
): Promise<void> {
  for (const some of inPartsOf(partsPerInsert, parts)) {
    await transaction
      .insertInto('number_change_part')
      .values(
        some.map((part) => {
          const isWanted = 'wanted' in part
          return {
            change_id: changeId,
            numbers: isWanted ? part.wanted.length : part.numbers,
            wanted: isWanted ? JSON.stringify(part.wanted) : null,
            undoes_id: isWanted ? null : part.undoesId,
          }
        }),
      )
      .execute()
  }
  await transaction
    .updateTable('number_change')
    .set({ parts_left: parts.length })
    .where('id', '=', changeId)
    .execute()
}

/** The next part that is to be written, of the change that was made first; undefined when there is none. */
export async function selectPartToWrite(db: Db) {
  return await db
    .selectFrom('number_change as change')
    .innerJoin('number_change_part as part', 'part.change_id', 'change.id')
    .leftJoin('app_user', 'app_user.id', 'change.made_by')
    .where('parts_left', '>', 0)
    .where('part.after', 'is', null)
    .orderBy('part.id')
    .limit(1)
    .select(['part.id', 'part.wanted', 'part.undoes_id as undoesId', 'change.id as changeId'])
    .select(['change.customer_id as customerId', 'made_by as madeBy', 'user_name as userName'])
    .executeTakeFirst()
}
export type StoredPart = NonNullable<Awaited<ReturnType<typeof selectPartToWrite>>>

/** Lets nobody else write a part until the transaction ends. False when somebody has. */
export async function lockPart(transaction: Transaction, id: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('number_change_part')
    .where('id', '=', id)
    .where('after', 'is', null)
    .forUpdate()
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function updateWrittenPart(
  transaction: Transaction,
  { id, changeId }: Pick<StoredPart, 'id' | 'changeId'>,
  written: WrittenPart,
): Promise<void> {
  await transaction
    .updateTable('number_change_part')
    .set({ wanted: null, ...columnsOf(written) })
    .where('id', '=', id)
    .execute()
  await transaction
    .updateTable('number_change')
    .set(({ eb }) => ({ parts_left: eb('parts_left', '-', 1) }))
    .where('id', '=', changeId)
    .execute()
}

/** Notes which change has undone one. */
export async function updateUndone(
  transaction: Transaction,
  { id, by }: { id: string; by: string },
): Promise<void> {
  await transaction.updateTable('number_change').set({ undone_by_id: by }).where('id', '=', id).execute()
}

/** It is written, and its numbers still are as it left them. */
const canBeUndone = sql<boolean>`undone_by_id IS NULL AND parts_left = 0 AND numbers = (
  SELECT count(*) FROM number_timeline WHERE last_change_id = number_change.id)`

export async function selectChange(db: Db, id: string) {
  return await db
    .selectFrom('number_change')
    .where('id', '=', id)
    .select(['id', 'customer_id as customerId', canBeUndone.as('canBeUndone')])
    .executeTakeFirst()
}

/** In the order in which they were written. */
export async function selectParts(db: Db, changeId: string) {
  return await db
    .selectFrom('number_change_part')
    .where('change_id', '=', changeId)
    .orderBy('id')
    .select(['id', 'numbers'])
    .execute()
}

/** Of a part that is written. */
export async function selectWrittenPart(db: Db, id: string): Promise<WrittenPart> {
  const { before, after } = await db
    .selectFrom('number_change_part')
    .where('id', '=', id)
    .select(['before', 'after'])
    .executeTakeFirstOrThrow()
  if (before === null || after === null) throw new Error(`the part ${id} of a change is not written yet`)
  return { before, after }
}

const isOfNumber = (id: string) => sql<boolean>`number_change.id IN (
  SELECT change_id FROM number_change_part WHERE entity_ids @> ARRAY[${id}::uuid])`

/** Those of these customers; of all unless given. */
export async function selectChanges(
  db: Db,
  search: Body<typeof searchNumberChanges> & { customerIds: readonly string[] | undefined },
) {
  const query = db
    .selectFrom('number_change')
    .innerJoin('customer', 'customer.id', 'number_change.customer_id')
    .leftJoin('app_user', 'app_user.id', 'number_change.made_by')
    .$call(
      whereGiven(search.customerIds, (all, ids) =>
        all.where('number_change.customer_id', '=', sql<string>`ANY(${[...ids]}::uuid[])`),
      ),
    )
    .$call(whereGiven(search.customerId, (all, id) => all.where('number_change.customer_id', '=', id)))
    .$call(whereGiven(search.numberId, (all, id) => all.where(isOfNumber(id))))
    .$call(whereGiven(search.isPending, (all, is) => all.where('parts_left', is ? '>' : '=', 0)))
    .select(['number_change.id', 'number_change.customer_id as customerId', 'customer.name as customerName'])
    .select(['made_at as madeAt', 'app_user.user_name as madeBy', 'numbers', 'calls'])
    .select(fullName<string | null>('app_user').as('fullName'))
    .select(
      sql<number>`(SELECT coalesce(sum(part.numbers), 0) FROM number_change_part AS part
        WHERE parts_left > 0 AND change_id = number_change.id AND part.after IS NULL)`.as('numbersLeft'),
    )
    .select(sql<boolean>`undone_by_id IS NOT NULL`.as('isUndone'))
    .select(canBeUndone.as('canBeUndone'))
  const id = sql`number_change.id`
  return await readListPage(query, { ...search, desc: true }, { order: id, tie: id, isNeverNull: true })
}
