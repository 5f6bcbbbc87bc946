import { sql, type Kysely } from 'kysely'

/**
 * An edit that keeps what the source says as the person's own changes no value, and nor does giving back what the source
 * says, too: these records name the field as `…Kept` (docs/decisions/0056-kept-annotations.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of functions.map(recording)) await sql.raw(statement).execute(db)
}

const row = (alias: string, values: string) =>
  `jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name, 'revision', ${alias}.revision) || ${values}`

/** What the source sends is no change that somebody made: both sides have the newest of it. */
const functions = [
  {
    event: 'insert',
    pairs: `SELECT sent AS before_row, ${row('edited', 'sent || own')} AS after_row, '{}'::jsonb AS before_own,
        own AS after_own FROM new_rows AS edited`,
  },
  {
    event: 'update',
    pairs: `SELECT ${row('earlier', 'edited.sent || earlier.own')} AS before_row,
        ${row('edited', 'edited.sent || edited.own')} AS after_row, earlier.own AS before_own, edited.own AS after_own
      FROM new_rows AS edited JOIN old_rows AS earlier ON earlier.id = edited.id`,
  },
]

/** As in migration 0018, with the fields that became or ceased to be a person's while their values stay. */
function recording({ event, pairs }: (typeof functions)[number]): string {
  return `CREATE OR REPLACE FUNCTION record_call_annotation_${event}s() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      actor jsonb := nullif(current_setting('callboard.actor', true), '')::jsonb;
    BEGIN
      WITH changed AS (
        SELECT before_row || after_row AS any_row, (before_row || after_row)->>'revision' AS revision, (
            SELECT coalesce(jsonb_agg(jsonb_build_object('field', field, 'from', was, 'to', is_now) ORDER BY field), '[]')
              FROM (
                SELECT key AS field, before_row->key AS was, after_row->key AS is_now
                  FROM jsonb_object_keys(before_row || after_row) AS key
                  WHERE key NOT IN ('id', 'name', 'revision')
                    AND coalesce(before_row->key, 'null') IS DISTINCT FROM coalesce(after_row->key, 'null')
                UNION ALL
                SELECT key || 'Kept', to_jsonb(before_own ? key), to_jsonb(after_own ? key)
                  FROM jsonb_object_keys(before_own || after_own) AS key
                  WHERE key <> 'currency' AND (before_own ? key) <> (after_own ? key)
                    AND coalesce(before_row->key, 'null') IS NOT DISTINCT FROM coalesce(after_row->key, 'null')
              ) AS item) AS changes
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
    END $$`
}
