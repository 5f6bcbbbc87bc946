import type * as endpoints from '@callboard/contract/email-templates'
import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import type { Body } from '@callboard/contract/endpoint'
import { type Kysely, sql } from 'kysely'
import { containing, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof selectTemplate>>>

function templates(db: Kysely<Database>) {
  return db
    .selectFrom('email_template')
    .select(['id', 'key', 'name', 'description', 'subject', 'body_html as bodyHtml', 'body_text as bodyText'])
    .select(['is_active as isActive', 'revision'])
}

const orders = { name: sql`lower(name)`, subject: sql`lower(subject)` }

export async function selectTemplates(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchEmailTemplates>,
) {
  const { keyword, activeOnly, sort = 'name' } = search
  const query = templates(db)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`concat_ws(' ', name, description, subject)`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, { order: orders[sort], tie: sql`id` })
}

export async function selectTemplate(db: Kysely<Database>, id: string) {
  return await templates(db).where('id', '=', id).executeTakeFirst()
}

export async function selectBuiltInTemplate(db: Kysely<Database>, key: BuiltInTemplateKey) {
  return await templates(db).where('key', '=', key).executeTakeFirstOrThrow()
}

/** Whom a mail is for. */
export async function selectRecipient(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['user_name as userName', 'first_name as firstName', 'last_name as lastName', 'email'])
    .executeTakeFirstOrThrow()
}

/** Those that are not deleted. */
export async function countSubscriptionsOf(db: Kysely<Database>, templateId: string) {
  return await db
    .selectFrom('subscription')
    .where('email_template_id', '=', templateId)
    .where('is_deleted', '=', false)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
}
