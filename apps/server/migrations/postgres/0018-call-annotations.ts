import { sql, type Kysely } from 'kysely'

/**
 * What people say of calls (docs/decisions/0024-annotations.md). `own` has the fields that a person has set, `sent` what
 * the source sends of the call; the table of calls has the one over the other. Both have the API's names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [table, byChange, ...triggers.flatMap(recording)]) {
    await sql.raw(statement).execute(db)
  }
}

const table = `
  CREATE TABLE call_annotation (
    id uuid PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customer,
    name text NOT NULL,
    sent jsonb NOT NULL,
    own jsonb NOT NULL,
    own_before jsonb NOT NULL,
    change_number bigint NOT NULL,
    edited_by uuid NOT NULL REFERENCES app_user,
    revision integer NOT NULL DEFAULT 1
  )`

const byChange = 'CREATE INDEX call_annotation_by_change ON call_annotation (change_number)'

const row = (alias: string, values: string) =>
  `jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name, 'revision', ${alias}.revision) || ${values}`

/** What the source sends is no change that somebody made: both sides have the newest of it. */
const triggers = [
  {
    event: 'insert',
    tables: 'NEW TABLE AS new_rows',
    pairs: `SELECT sent AS before_row, ${row('edited', 'sent || own')} AS after_row FROM new_rows AS edited`,
  },
  {
    event: 'update',
    tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    pairs: `SELECT ${row('earlier', 'edited.sent || earlier.own')} AS before_row,
        ${row('edited', 'edited.sent || edited.own')} AS after_row
      FROM new_rows AS edited JOIN old_rows AS earlier ON earlier.id = edited.id`,
  },
  {
    event: 'delete',
    tables: 'OLD TABLE AS old_rows',
    pairs: `SELECT ${row('earlier', 'sent || own')} AS before_row, sent AS after_row FROM old_rows AS earlier`,
  },
]

/** Like the functions of all tables (migration 0008), but to each call it is a change, and one without changes is none. */
function recording({ event, tables, pairs }: (typeof triggers)[number]): string[] {
  const name = `record_call_annotation_${event}s`
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        actor jsonb := nullif(current_setting('callboard.actor', true), '')::jsonb;
      BEGIN
        WITH changed AS (
          SELECT before_row || after_row AS any_row, (before_row || after_row)->>'revision' AS revision, (
              SELECT coalesce(jsonb_agg(
                  jsonb_build_object('field', key, 'from', before_row->key, 'to', after_row->key) ORDER BY key), '[]')
                FROM jsonb_object_keys(before_row || after_row) AS key
                WHERE key NOT IN ('id', 'name', 'revision')
                  AND coalesce(before_row->key, 'null') IS DISTINCT FROM coalesce(after_row->key, 'null')) AS changes
            FROM (${pairs}) AS pair
        ), recorded AS (
          INSERT INTO change_record (table_type, record_id, record_name, action, user_id, user_name, masked_user_id,
              changes, request_id, revision)
            SELECT TG_ARGV[0], any_row->>'id', any_row->>TG_ARGV[1], 'update', (actor->>'userId')::uuid,
                coalesce(actor->>'userName', refuse_nobody(TG_ARGV[0])), (actor->>'maskedUserId')::uuid, changes,
                actor->>'requestId', revision::integer
              FROM changed WHERE changes <> '[]'
            RETURNING id
        )
        INSERT INTO change_unsealed SELECT id FROM recorded;
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER call_annotation_changes_${event}s AFTER ${event.toUpperCase()} ON call_annotation
      REFERENCING ${tables} FOR EACH STATEMENT
      EXECUTE FUNCTION ${name}('call', 'name', '', 'customer_id,name,sent,own,own_before,change_number,edited_by')`,
  ]
}
