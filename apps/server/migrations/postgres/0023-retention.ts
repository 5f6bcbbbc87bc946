import { sql, type Kysely } from 'kysely'

/** What is deleted after a number of days, what a legal hold keeps from it, and what was deleted (docs/decisions/0032-retention.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables, ...triggers.flatMap(recording), annotationsDeleted]) {
    await sql.raw(statement).execute(db)
  }
}

const tables = [
  `ALTER TABLE customer
    ADD COLUMN keep_calls_days integer,
    ADD COLUMN keep_recordings_days integer,
    ADD COLUMN keep_logs_days integer`,
  `CREATE TABLE call_hold (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    name text NOT NULL,
    reason text NOT NULL,
    held_by uuid NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX call_hold_by_customer ON call_hold (customer_id)',
  `CREATE TABLE retention_deletion (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    run_id uuid NOT NULL,
    at timestamptz NOT NULL,
    customer_id uuid NOT NULL REFERENCES customer,
    kind text NOT NULL CHECK (kind IN ('calls', 'recordings', 'logs')),
    days integer NOT NULL,
    count integer NOT NULL,
    oldest timestamptz NOT NULL,
    newest timestamptz NOT NULL,
    change_number bigint
  )`,
  'CREATE INDEX retention_deletion_by_time ON retention_deletion (at)',
  'CREATE INDEX retention_deletion_by_change ON retention_deletion (change_number)',
  'CREATE INDEX quarantine_by_time ON quarantine (customer_id, received_at)',
]

const triggers = [
  {
    table: 'call_hold',
    event: 'insert',
    rows: 'NEW TABLE AS new_rows',
    changes: `SELECT 'call' AS type, id, name, NULL::text AS before, to_jsonb(reason) AS after, 'hold' AS field FROM new_rows`,
  },
  {
    table: 'call_hold',
    event: 'update',
    rows: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    changes: `SELECT 'call' AS type, id, new_rows.name, old_rows.reason AS before, to_jsonb(new_rows.reason) AS after, 'hold' AS field
      FROM new_rows JOIN old_rows USING (id) WHERE old_rows.reason <> new_rows.reason`,
  },
  {
    table: 'call_hold',
    event: 'delete',
    rows: 'OLD TABLE AS old_rows',
    changes: `SELECT 'call' AS type, id, name, reason AS before, NULL::jsonb AS after, 'hold' AS field FROM old_rows`,
  },
  // What is deleted is a change of its customer.
  {
    table: 'retention_deletion',
    event: 'insert',
    rows: 'NEW TABLE AS new_rows',
    changes: `SELECT 'customer' AS type, customer.id, customer.name, NULL::text AS before, jsonb_build_object('count', count,
        'from', oldest, 'to', newest, 'keptDays', days) AS after, 'deleted_' || kind AS field
      FROM new_rows JOIN customer ON customer.id = new_rows.customer_id`,
  },
]

function recording({ table, event, rows, changes }: (typeof triggers)[number]): string[] {
  const name = `note_${table}_${event}s`
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM write_change(type, id::text, name, 'update',
            jsonb_build_array(jsonb_build_object('field', field, 'from', before, 'to', after)))
          FROM (${changes}) AS changed;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER ${name} AFTER ${event.toUpperCase()} ON ${table} REFERENCING ${rows}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  ]
}

/** Annotations go with their calls: that they did is recorded, what they said is not said again. */
const annotationsDeleted = `
  CREATE OR REPLACE FUNCTION record_call_annotation_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM write_change(TG_ARGV[0], id::text, name, 'delete', '[]') FROM old_rows;
      RETURN NULL;
    END $$`
