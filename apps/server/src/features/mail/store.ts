import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/mails'
import { type Insertable, type Selectable, sql } from 'kysely'
import { mailFailedLately } from '../../db/failed-lately.ts'
import { containing, readListPage } from '../../db/records/list-page.ts'
import type { Database, Db } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

/** Answers the id of the mail, or of the one that its delivery has already. */
export async function insertMail(db: Db, mail: Insertable<Database['mail']>): Promise<string> {
  const row = await db
    .insertInto('mail')
    .values(mail)
    // Written anew as it is, as nothing is answered of a row that was not written.
    .onConflict((conflict) =>
      conflict.column('delivery_id').doUpdateSet((eb) => ({ delivery_id: eb.ref('excluded.delivery_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type ClaimedMail = Selectable<Database['mail']>

interface Claiming {
  worker: string
  /** Not these. */
  besides: readonly string[]
}

/** Claims the next mail that may be tried: those that people wait for before those of subscriptions. */
export async function claimMail(db: Db, { worker, besides }: Claiming): Promise<ClaimedMail | undefined> {
  return await db
    .updateTable('mail')
    .set({
      status: 'sending',
      tries: sql`tries + 1`,
      worker,
      beat_at: sql`now()`,
      is_handed_over: false,
    })
    .where('id', '=', (where) =>
      where
        .selectFrom('mail as next')
        .where('next.status', '=', 'waiting')
        .$if(besides.length > 0, (next) => next.where('next.id', 'not in', besides))
        .where(sql<boolean>`(next.not_before IS NULL OR next.not_before <= now())`)
        .orderBy(sql`next.delivery_id IS NOT NULL`)
        .orderBy('next.not_before', (order) => order.asc().nullsFirst())
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('next.id'),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The same, so many milliseconds after the last one that any process has claimed like this; before that the time that is left. */
export async function claimPacedMail(
  db: Db,
  { pauseMs, ...claiming }: Claiming & { pauseMs: number },
): Promise<{ mail: ClaimedMail | undefined } | { restMs: number }> {
  return await db.transaction().execute(async (transaction) => {
    const { restMs } = await transaction
      .selectFrom('mail_pace')
      .select(sql<number>`(1000 * extract(epoch FROM next_at - clock_timestamp()))::float8`.as('restMs'))
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (restMs > 0) return { restMs }
    const mail = await claimMail(transaction, claiming)
    if (mail !== undefined)
      await transaction
        .updateTable('mail_pace')
        .set({ next_at: sql`clock_timestamp() + make_interval(secs => ${pauseMs / 1000})` })
        .execute()
    return { mail }
  })
}

/** Says of mails that they are still being sent. */
export async function updateHeartbeats(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('mail')
    .set({ beat_at: sql`now()` })
    .where('id', 'in', ids)
    .where('status', '=', 'sending')
    .execute()
}

/** Of the mails of a process that has been silent for so long, those wait again of which no server can have the end. */
export async function releaseMails(
  db: Db,
  { staleAfterSeconds, error }: { staleAfterSeconds: number; error: string },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      status: sql`CASE WHEN is_handed_over THEN 'uncertain' ELSE 'waiting' END`,
      last_error: error,
    })
    .where('status', '=', 'sending')
    .where('beat_at', '<=', sql<Date>`now() - make_interval(secs => ${staleAfterSeconds})`)
    .execute()
}

interface OwnMail {
  id: string
  worker: string
}

/** A mail that this process sends, also when it was taken for dead meanwhile, unless somebody has it sent again. */
function ownMail(db: Db, { id, worker }: OwnMail) {
  return db
    .updateTable('mail')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('status', 'in', ['sending', 'uncertain'])
}

/**
 * To be called before the end of the text is handed over: from then on it may have been sent. Answers false when this
 * process was taken for dead, and another one may be at it.
 */
export async function updateHandedOver(db: Db, own: OwnMail): Promise<boolean> {
  const { numUpdatedRows } = await ownMail(db, own)
    .where('status', '=', 'sending')
    .set({ is_handed_over: true })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateSent(db: Db, own: OwnMail, answer: string): Promise<void> {
  await ownMail(db, own)
    .set({ status: 'sent', sent_at: sql`now()`, last_error: null, server_answer: answer, not_before: null })
    .execute()
}

export interface Said {
  last_error: string
  server_answer: string | null
}

/** It is not tried again unless somebody says so. */
export async function updateEnded(
  db: Db,
  own: OwnMail,
  values: Said & { status: 'failed' | 'uncertain' },
): Promise<void> {
  await ownMail(db, own)
    .set({ ...values, not_before: null })
    .execute()
}

/** It is tried again after so many seconds. */
export async function updatePaused(
  db: Db,
  own: OwnMail,
  { seconds, ...said }: Said & { seconds: number },
): Promise<void> {
  await ownMail(db, own)
    .set({ ...said, status: 'waiting', not_before: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .execute()
}

/** It waits as if it had not been tried. */
export async function updateReleased(db: Db, own: OwnMail): Promise<void> {
  await ownMail(db, own)
    .set({ status: 'waiting', tries: sql`tries - 1`, worker: null })
    .execute()
}

/** A mail that failed or is uncertain begins anew; answers false for any other. */
export async function updateToWaiting(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ status: 'waiting', tries: 0, not_before: null, worker: null })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'uncertain'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function mails(db: Db) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient', 'subject', 'status', 'tries', 'last_error as lastError'])
    .select(['created_at as createdAt', 'sent_at as sentAt', 'not_before as notBefore'])
}

export type MailRow = Awaited<ReturnType<typeof selectMails>>['items'][number]

const orders = { createdAt: sql`created_at`, recipient: sql`lower(recipient)`, subject: sql`lower(subject)` }

export async function selectMails(db: Db, search: Body<typeof endpoints.searchMails>) {
  const { keyword, status, sort } = search
  const query = mails(db)
    .$call(
      whereGiven(status, (all, one) =>
        one === 'failedLately' ? all.where(mailFailedLately) : all.where('status', '=', one),
      ),
    )
    .$call(
      whereGiven(keyword, (all, text) =>
        all.where(sql`recipient || ' ' || subject`, 'ilike', containing(text)),
      ),
    )
  // The newest is what somebody looks for.
  const asked = sort === undefined ? { ...search, desc: true } : search
  return await readListPage(query, asked, { order: orders[sort ?? 'createdAt'], tie: sql`id` })
}

export async function selectMail(db: Db, id: string) {
  return await mails(db)
    .select(['body_text as text', 'body_html as html', 'server_answer as serverAnswer'])
    .select('attachments')
    .where('id', '=', id)
    .executeTakeFirst()
}
