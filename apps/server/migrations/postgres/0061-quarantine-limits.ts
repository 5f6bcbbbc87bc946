import { sql, type Kysely } from 'kysely'
import { callId } from '../../src/db/call-id.ts'

interface Row {
  id: string
  customer_id: string
  source_system: string
  external_call_id: string
}

const rowsAtOnce = 5000

/**
 * Rejected rows know their call, with which they leave the quarantine, and the value that was wrong; and of each source it is
 * known how many there are, and how many more came than are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<Row>`SELECT id, customer_id, source_system, external_call_id FROM quarantine
      WHERE id > ${after}::uuid AND external_call_id IS NOT NULL ORDER BY id LIMIT ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    const named = rows.map((row) => ({
      id: row.id,
      call: callId(row.customer_id, row.source_system, row.external_call_id),
    }))
    await sql`UPDATE quarantine SET call_id = named.call
      FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS named (id uuid, call uuid)
      WHERE quarantine.id = named.id`.execute(db)
    after = last.id
  }
}

const statements = [
  'ALTER TABLE quarantine ADD COLUMN call_id uuid, ADD COLUMN value text',
  'CREATE INDEX quarantine_by_call ON quarantine (call_id) WHERE call_id IS NOT NULL',
  `CREATE TABLE quarantine_source (
    customer_id uuid NOT NULL REFERENCES customer,
    source_system text NOT NULL,
    kept bigint NOT NULL DEFAULT 0,
    dropped bigint NOT NULL DEFAULT 0,
    dropped_since timestamptz,
    PRIMARY KEY (customer_id, source_system)
  )`,
  `INSERT INTO quarantine_source (customer_id, source_system, kept)
    SELECT customer_id, source_system, count(*) FROM quarantine GROUP BY customer_id, source_system`,
  `CREATE FUNCTION count_quarantined() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO quarantine_source (customer_id, source_system, kept)
      SELECT customer_id, source_system, count(*) FROM new_rows
        GROUP BY customer_id, source_system ORDER BY customer_id, source_system
      ON CONFLICT (customer_id, source_system) DO UPDATE SET kept = quarantine_source.kept + excluded.kept;
    RETURN NULL;
  END $$`,
  // A source without rows is forgotten, with what was not kept of it.
  `CREATE FUNCTION uncount_quarantined() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE quarantine_source AS source SET kept = source.kept - gone.count
      FROM (SELECT customer_id, source_system, count(*) AS count FROM old_rows
        GROUP BY customer_id, source_system ORDER BY customer_id, source_system) AS gone
      WHERE source.customer_id = gone.customer_id AND source.source_system = gone.source_system;
    DELETE FROM quarantine_source AS source USING (SELECT DISTINCT customer_id, source_system FROM old_rows) AS gone
      WHERE source.customer_id = gone.customer_id AND source.source_system = gone.source_system AND kept <= 0;
    RETURN NULL;
  END $$`,
  // When administrators were last mailed of what waits.
  `CREATE TABLE quarantine_mail (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    sent_at timestamptz NOT NULL
  )`,
  `INSERT INTO email_template (key, name, description)
    SELECT 'quarantine', name, 'To administrators while rejected rows wait in quarantine.'
      FROM (VALUES (1, 'Rejected rows'), (2, 'Rejected rows (built in)')) AS names (rank, name)
      WHERE NOT EXISTS (SELECT FROM email_template WHERE email_template.name = names.name)
      ORDER BY rank LIMIT 1`,
  `CREATE TRIGGER quarantine_counts AFTER INSERT ON quarantine REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_quarantined()`,
  `CREATE TRIGGER quarantine_uncounts AFTER DELETE ON quarantine REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION uncount_quarantined()`,
]
