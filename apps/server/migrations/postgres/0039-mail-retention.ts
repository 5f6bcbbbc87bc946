import { sql, type Kysely } from 'kysely'

/**
 * Mails, deliveries and what alerts told are deleted by age: they are of no customer (docs/decisions/0032-retention.md). And why the portal
 * paused a subscription.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE subscription ADD COLUMN paused_reason text`,
  `ALTER TABLE retention_deletion
    ALTER COLUMN customer_id DROP NOT NULL,
    DROP CONSTRAINT retention_deletion_kind_check,
    ADD CHECK (kind IN ('calls', 'recordings', 'logs', 'mails')),
    ADD CHECK ((customer_id IS NULL) = (kind = 'mails'))`,
]
