import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export interface Mail {
  recipient: string
  subject: string
  text: string
  html?: string
}

export async function insertMail(db: Kysely<Database>, mail: Mail): Promise<string> {
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
