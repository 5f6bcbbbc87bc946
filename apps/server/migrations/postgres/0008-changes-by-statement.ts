import { sql, type Kysely } from 'kysely'

/**
 * Changes are recorded once per statement, for all rows that it changed: row by row, an import of 50,000 entities spent
 * most of its time there. A change record has the revision that the change created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...functions, triggers, 'DROP FUNCTION record_change()']) {
    await sql.raw(statement).execute(db)
  }
}

/**
 * The function of a trigger with the arguments: table type, name column, columns whose values are hidden, columns that
 * are not tracked.
 */
function recording(event: string, { pairs, action }: { pairs: string; action: string }): string {
  const value = (row: string) => `
    CASE WHEN key <> ALL(hidden) THEN ${row}->key WHEN ${row}->>key IS NOT NULL THEN to_jsonb('•••'::text) END`
  return `
    CREATE FUNCTION record_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      actor jsonb := nullif(current_setting('callboard.actor', true), '')::jsonb;
      hidden text[] := string_to_array(TG_ARGV[2], ',');
      silent text[] := string_to_array(TG_ARGV[3], ',') || ARRAY['id', 'revision', 'created_at', 'search_text'];
    BEGIN
      WITH changed AS (
        SELECT before_row, after_row, before_row || after_row AS any_row, (
            SELECT coalesce(jsonb_agg(
                jsonb_build_object('field', key, 'from', ${value('before_row')}, 'to', ${value('after_row')})
                ORDER BY key), '[]')
              FROM jsonb_object_keys(before_row || after_row) AS key
              WHERE key <> ALL(silent)
                AND coalesce(before_row->key, 'null') IS DISTINCT FROM coalesce(after_row->key, 'null')) AS changes
          FROM (${pairs}) AS pair
      ), recorded AS (
        INSERT INTO change_record (table_type, record_id, record_name, action, user_id, user_name, masked_user_id,
            changes, request_id, revision)
          SELECT TG_ARGV[0], any_row->>'id', coalesce(any_row->>TG_ARGV[1], ''), ${action},
              (actor->>'userId')::uuid,
              coalesce(actor->>'userName', refuse_nobody(TG_ARGV[0])), (actor->>'maskedUserId')::uuid, changes,
              actor->>'requestId',
              CASE WHEN before_row->>'revision' IS DISTINCT FROM after_row->>'revision'
                THEN (after_row->>'revision')::integer END
            FROM changed WHERE '${event}' <> 'updates' OR changes <> '[]'
          RETURNING id
      )
      INSERT INTO change_unsealed SELECT id FROM recorded;
      RETURN NULL;
    END $$`
}

const functions = [
  // The revision that the change created, which tells what has changed since an earlier one.
  'ALTER TABLE change_record ADD COLUMN revision integer',
  `CREATE FUNCTION refuse_nobody(type text) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a change of % without an actor', type; END $$`,
  recording('inserts', {
    pairs: `SELECT '{}'::jsonb AS before_row, to_jsonb(new_rows) AS after_row FROM new_rows`,
    action: `'create'`,
  }),
  recording('updates', {
    pairs: `SELECT to_jsonb(old_rows) AS before_row, to_jsonb(new_rows) AS after_row
      FROM new_rows JOIN old_rows ON old_rows.id = new_rows.id`,
    action: `CASE
      WHEN (before_row->>'is_deleted') IS NOT DISTINCT FROM (after_row->>'is_deleted') THEN 'update'
      WHEN (after_row->>'is_deleted')::boolean THEN 'delete'
      ELSE 'restore' END`,
  }),
  recording('deletes', {
    pairs: `SELECT to_jsonb(old_rows) AS before_row, '{}'::jsonb AS after_row FROM old_rows`,
    action: `'delete'`,
  }),
]

// Each row trigger becomes three statement triggers: only a trigger of a single event can have transition tables.
const triggers = `
  DO $$
  DECLARE
    tracked record;
    given text;
  BEGIN
    FOR tracked IN
      SELECT tgrelid::regclass AS name, tgname, string_to_array(encode(tgargs, 'escape'), '\\000') AS arguments
        FROM pg_trigger WHERE tgfoid = 'record_change'::regproc
    LOOP
      given := format('(%L, %L, %L, %L)', tracked.arguments[1], tracked.arguments[2], tracked.arguments[3],
        tracked.arguments[4]);
      EXECUTE format('DROP TRIGGER %I ON %s', tracked.tgname, tracked.name);
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION record_inserts%s', tracked.tgname || '_inserts', tracked.name, given);
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION record_updates%s', tracked.tgname || '_updates', tracked.name, given);
      EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
        FOR EACH STATEMENT EXECUTE FUNCTION record_deletes%s', tracked.tgname || '_deletes', tracked.name, given);
    END LOOP;
  END $$`
