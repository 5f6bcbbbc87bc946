import type { Body } from '@callboard/contract/endpoint'
import type { assignmentEndpoints, NumberAssignment } from '@callboard/contract/number-assignments'
import { sql } from 'kysely'
import { type EntityVisibility, isVisible } from '../../access/rows/entity-visibility.ts'
import { hasText, type ListPage, mapItems, readListPage } from '../../db/records/list-page.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db } from '../../db/tables/schema.ts'
import { assignmentOfRow } from './store.ts'

function assignments(db: Db, visibility: EntityVisibility) {
  return db
    .selectFrom('number_assignment')
    .innerJoin('entity', 'entity.id', 'number_assignment.entity_id')
    .innerJoin('customer', 'customer.id', 'number_assignment.customer_id')
    .where(isVisible('entity', visibility))
    .select(['entity.id as numberId', 'number_assignment.number', 'customer.id as customerId'])
    .select(['customer.currency', 'number_assignment.revision'])
    .select(assignmentOfRow.as('assignment'))
}

type Row = Awaited<ReturnType<ReturnType<typeof assignments>['executeTakeFirstOrThrow']>>

function assignmentOf({ assignment, ...rest }: Row): NumberAssignment {
  return { ...assignment, ...rest }
}

const orders = {
  number: sql`number_assignment.number`,
  from: sql`coalesce(number_assignment.from_at, '-infinity')`,
}

export async function selectAssignments(
  db: Db,
  visibility: EntityVisibility,
  search: Body<(typeof assignmentEndpoints)['search']>,
): Promise<ListPage<NumberAssignment>> {
  const query = assignments(db, visibility)
    .$if(search.activeOnly, (all) => all.where('entity.is_active', '=', true))
    .$call(whereGiven(search.customerId, (all, id) => all.where('customer.id', '=', id)))
    .$call(whereGiven(search.numberId, (all, id) => all.where('entity.id', '=', id)))
    .$call(whereGiven(search.keyword, (all, text) => all.where(hasText(sql.ref('entity.search_text'), text))))
    .$call(
      whereGiven(search.at, (all, at) =>
        all
          .where(sql<boolean>`(from_at IS NULL OR from_at <= ${at}::timestamptz)`)
          .where(sql<boolean>`(until_at IS NULL OR until_at > ${at}::timestamptz)`),
      ),
    )
  const page = await readListPage(query, search, {
    order: orders[search.sort ?? 'number'],
    tie: sql`number_assignment.id`,
    isNeverNull: true,
  })
  return mapItems(page, assignmentOf)
}

export async function selectAssignment(
  db: Db,
  visibility: EntityVisibility,
  id: string,
): Promise<NumberAssignment | undefined> {
  const row = await assignments(db, visibility).where('number_assignment.id', '=', id).executeTakeFirst()
  return row && assignmentOf(row)
}
