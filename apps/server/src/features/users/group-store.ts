import { sql, type Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function listGroupsOfUser(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('report_group_user')
    .innerJoin('report_group', 'report_group.id', 'report_group_user.report_group_id')
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name', 'description', 'is_active'])
    .execute()
}

export async function listEntityGroupsOfUser(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('entity_group_user')
    .innerJoin('entity_group', 'entity_group.id', 'entity_group_user.entity_group_id')
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(['id', 'name', 'description', 'is_active'])
    .execute()
}
