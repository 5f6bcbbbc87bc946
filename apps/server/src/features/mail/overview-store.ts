import type { Overview } from '@callboard/contract/overview'
import { sql } from 'kysely'
import { mailFailedLately } from '../../db/failed-lately.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { WaitingRows } from '../../db/waiting-rows.ts'

/** Mails that were given up, or may not have arrived. */
export const failedMailCount = sql<number>`(SELECT count(*) FROM mail WHERE ${mailFailedLately})`

export const mailCounts = sql<Overview['mails']>`(
  SELECT jsonb_build_object('waiting', (SELECT count(*) FROM mail WHERE status = 'waiting'),
    'failed', ${failedMailCount}))`

export const stoppedAddressCount = sql<number>`(SELECT count(*) FROM mail_address WHERE stopped_at IS NOT NULL)`

/** Since when the bounce mailbox cannot be read, and why; null when it can. */
export async function findMailboxError(db: Db): Promise<Overview['bounceMailbox']> {
  const found = await db
    .selectFrom('bounce_mailbox')
    .where('failing_since', 'is not', null)
    .select(['last_error as error', 'failing_since as since'])
    .$narrowType<{ error: string; since: Date }>()
    .executeTakeFirst()
  return found === undefined ? null : { ...found, since: found.since.toISOString() }
}

/** Mails that are to be sent. */
export const waitingMails: WaitingRows = {
  name: 'mails',
  title: 'Emails',
  from: sql`mail WHERE status = 'waiting'`,
  since: sql<Date>`created_at`,
}
