import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/mails'
import { type Kysely, sql } from 'kysely'
import { containing, readListPage } from '../../db/list-page.ts'
import type { Database } from '../../db/schema.ts'
import { whereGiven } from '../../db/where-given.ts'

export interface NewMail {
  recipient: string
  subject: string
  text: string
  html?: string
}

export async function insertMail(db: Kysely<Database>, mail: NewMail): Promise<string> {
  const row = await db
    .insertInto('mail')
    .values({
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Claims a waiting mail. The try is counted before it is made, so that one that ends in a crash counts too. */
export async function claimMail(db: Kysely<Database>, id: string) {
  return await db
    .updateTable('mail')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
}

export async function updateSent(db: Kysely<Database>, id: string, at: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ status: 'sent', sent_at: at, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function updateFailed(
  db: Kysely<Database>,
  id: string,
  { error, isFinal }: { error: string; isFinal: boolean },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ last_error: error, ...(isFinal ? { status: 'failed' as const } : {}) })
    .where('id', '=', id)
    .execute()
}

export async function selectWaitingMailIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .where('status', '=', 'waiting')
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** A mail that failed for good begins anew. */
export async function updateToWaiting(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('mail').set({ status: 'waiting', tries: 0 }).where('id', '=', id).execute()
}

function mails(db: Kysely<Database>) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'status', 'tries', 'last_error as lastError'])
    .select(['created_at as createdAt', 'sent_at as sentAt'])
}

export type MailRow = Awaited<ReturnType<typeof selectMails>>['items'][number]

const orders = { createdAt: sql`created_at`, recipient: sql`lower(recipient)`, subject: sql`lower(subject)` }

export async function selectMails(db: Kysely<Database>, search: Body<typeof endpoints.searchMails>) {
  const { keyword, status, sort } = search
  const query = mails(db)
    .$call(whereGiven(status, (all, one) => all.where('status', '=', one)))
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`recipient || ' ' || subject`, 'ilike', containing(text)),
      ),
    )
  // The newest is what somebody looks for.
  const asked = sort === undefined ? { ...search, desc: true } : search
  return await readListPage(query, asked, { order: orders[sort ?? 'createdAt'], tie: sql`id` })
}

export async function selectMail(db: Kysely<Database>, id: string) {
  return await mails(db)
    .select(['body_text as text', 'body_html as html'])
    .where('id', '=', id)
    .executeTakeFirst()
}
