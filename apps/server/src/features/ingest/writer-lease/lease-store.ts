import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/tables/schema.ts'

export interface Holder {
  id: string
  /** Where the process runs, for people. */
  name: string
  /** Where the other processes reach it; undefined while it does not listen. */
  address: string | undefined
  /** By which it knows what they pass on. */
  secret: string
}

// By the clock of the database, which is one for all.
const now = sql<Date>`clock_timestamp()`
const lifeFromNow = (lifeMs: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${lifeMs / 1000})`

/** The epoch of the lease that the holder has from now on; undefined while another one has it. */
export async function acquireLease(
  db: Db,
  { id, name, address, secret }: Holder,
  lifeMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ epoch: number }>`
    INSERT INTO call_writer (epoch, holder, name, address, secret, taken_at, expires_at)
    SELECT nextval('call_writer_epoch'), ${id}::uuid, ${name}::text, ${address ?? null}::text, ${secret}::text, ${now}, ${lifeFromNow(lifeMs)}
      WHERE NOT EXISTS (SELECT FROM call_writer WHERE expires_at > ${now})
    ON CONFLICT (is_only) DO UPDATE SET epoch = excluded.epoch, holder = excluded.holder, name = excluded.name,
      address = excluded.address, secret = excluded.secret, taken_at = excluded.taken_at, expires_at = excluded.expires_at
      WHERE call_writer.expires_at <= ${now}
    RETURNING epoch`.execute(db)
  return rows[0]?.epoch
}

/** False when another one has it, or nobody. */
export async function renewLease(db: Db, epoch: number, lifeMs: number): Promise<boolean> {
  const renewed = await db
    .updateTable('call_writer')
    .set({ expires_at: lifeFromNow(lifeMs) })
    .where('epoch', '=', epoch)
    .returning('epoch')
    .executeTakeFirst()
  return renewed !== undefined
}

/** To be called when its holder begins to listen. */
export async function updateAddress(db: Db, { id, address }: Pick<Holder, 'id' | 'address'>): Promise<void> {
  await db.updateTable('call_writer').set({ address }).where('holder', '=', id).execute()
}

export async function releaseLease(db: Db, epoch: number): Promise<void> {
  await db.deleteFrom('call_writer').where('epoch', '=', epoch).execute()
}

/** A process that is paused within a transaction holds the lease no longer than its time is. */
const idleMs = '3000'

/**
 * False when the lease is not that one any more. If it is, nobody takes it over before the transaction ends; PostgreSQL ends
 * one of which it hears nothing for three seconds.
 */
export async function lockLease(transaction: Transaction, epoch: number): Promise<boolean> {
  const { rows } = await sql`SELECT set_config('idle_in_transaction_session_timeout', ${idleMs}, true)
    FROM call_writer WHERE epoch = ${epoch} FOR KEY SHARE`.execute(transaction)
  return rows.length > 0
}

/** Epochs to come are greater than this one. */
export async function raiseEpochs(db: Db, epoch: number): Promise<void> {
  await sql`SELECT setval('call_writer_epoch', greatest(${epoch}::bigint, nextval('call_writer_epoch')))`.execute(
    db,
  )
}

export interface LeaseState {
  holder: string
  name: string
  takenAt: Date
  address: string | null
  secret: string | null
}

/** Who writes calls; undefined while nobody does. */
export async function selectLease(db: Db): Promise<LeaseState | undefined> {
  return await db
    .selectFrom('call_writer')
    .where('expires_at', '>', now)
    .select(['holder', 'name', 'taken_at as takenAt', 'address', 'secret'])
    .executeTakeFirst()
}
