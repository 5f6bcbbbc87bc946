import { sql, type Kysely } from 'kysely'

/**
 * Which calls have been judged anew since the setting of returned calls changed: one row, kept so that a portal that
 * stops goes on where it was. It begins unfinished, as earlier versions left older calls as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE returned_recalculation (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      revision integer NOT NULL DEFAULT 1,
      customer_id text NOT NULL DEFAULT '',
      month integer NOT NULL DEFAULT 0,
      calls_done bigint NOT NULL DEFAULT 0,
      calls_total bigint NOT NULL DEFAULT 0,
      is_finished boolean NOT NULL DEFAULT false
    )`.execute(db)
  await sql`INSERT INTO returned_recalculation DEFAULT VALUES`.execute(db)
}
