import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import { type Generated, sql } from 'kysely'
import { recordStore } from '../../db/records/record-store.ts'
import { countRows } from '../../db/records/list-page.ts'
import type { Db, WithDefault } from '../../db/tables/schema.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    email_template: {
      id: Generated<string>
      /** Of templates that come with the portal. Their texts are null while they are the original ones. */
      key: string | null
      name: string
      description: WithDefault<string>
      subject: string | null
      body_html: string | null
      body_text: string | null
      is_active: WithDefault<boolean>
      revision: WithDefault<number>
      created_at: Generated<Date>
    }
  }
}

function rows(db: Db) {
  return db
    .selectFrom('email_template')
    .select(['id', 'key', 'name', 'description', 'subject', 'body_html as bodyHtml', 'body_text as bodyText'])
    .select(['is_active as isActive', 'revision'])
}

export const templates = recordStore({
  table: 'email_template',
  rows,
  text: sql`lower(concat_ws(' ', name, description, subject))`,
  orders: { name: sql`lower(name)`, subject: sql`lower(subject)` },
})

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof templates.find>>>

export async function selectBuiltInTemplate(db: Db, key: BuiltInTemplateKey) {
  return await rows(db).where('key', '=', key).executeTakeFirstOrThrow()
}

/** Those that are not deleted. */
export async function countSubscriptionsOf(db: Db, templateId: string) {
  return await countRows(
    db.selectFrom('subscription').where('email_template_id', '=', templateId).where('is_deleted', '=', false),
  )
}
