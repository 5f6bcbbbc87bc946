import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import { type Kysely, sql, type Transaction } from 'kysely'
import { containing, type ListAsked, readListPage, type RowsPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'

export type TemplateRow = Awaited<ReturnType<typeof getTemplateRow>>

function templates(db: Kysely<Database>) {
  return db
    .selectFrom('email_template')
    .select([
      'id',
      'key',
      'name',
      'description',
      'subject',
      'body_html',
      'body_text',
      'is_active',
      'revision',
    ])
}

const orders = { name: sql`lower(name)`, subject: sql`lower(subject)` }

export async function listTemplateRows(
  db: Kysely<Database>,
  asked: ListAsked & { sort?: keyof typeof orders | undefined },
): Promise<RowsPage<TemplateRow>> {
  const { keyword = '', activeOnly, sort = 'name' } = asked
  const query = templates(db)
    .$if(activeOnly, (all) => all.where('is_active', '=', true))
    .$if(keyword !== '', (all) =>
      all.where(sql`concat_ws(' ', name, description, subject)`, 'ilike', containing(keyword)),
    )
  return await readListPage(query, asked, { order: orders[sort], tie: sql`id` })
}

export async function findTemplateRow(db: Kysely<Database>, id: string) {
  return await templates(db).where('id', '=', id).executeTakeFirst()
}

export async function getTemplateRow(db: Kysely<Database>, id: string) {
  return await templates(db).where('id', '=', id).executeTakeFirstOrThrow()
}

export async function getBuiltInRow(db: Kysely<Database>, key: BuiltInTemplateKey) {
  return await templates(db).where('key', '=', key).executeTakeFirstOrThrow()
}

export interface TemplateValues {
  name?: string
  description?: string
  is_active?: boolean
  /** Null: as it came with the portal. */
  subject?: string | null
  body_html?: string | null
  body_text?: string | null
}

export async function insertTemplate(
  transaction: Transaction<Database>,
  values: TemplateValues & { name: string },
): Promise<string> {
  const { id } = await transaction
    .insertInto('email_template')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteTemplateRow(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.deleteFrom('email_template').where('id', '=', id).execute()
}

/** Who a mail is for. */
export async function getRecipientRow(db: Kysely<Database>, userId: string) {
  return await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['user_name', 'first_name', 'last_name', 'email'])
    .executeTakeFirstOrThrow()
}
