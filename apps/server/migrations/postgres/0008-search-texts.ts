import { sql, type Kysely } from 'kysely'

/**
 * Texts in lower case that are kept for the search: what is read from them need not be made anew for every row that is
 * looked at. Lists by name, and counts of what is active, from an index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [changeFunction, entities, users, changes, counted]) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

// As before, but for the text of the search, which follows from other columns.
const changeFunction = [
  `CREATE OR REPLACE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
      after_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
      any_row jsonb := before_row || after_row;
      hidden text[] := string_to_array(TG_ARGV[2], ',');
      silent text[] := string_to_array(TG_ARGV[3], ',') || ARRAY['id', 'revision', 'created_at', 'search_text'];
      changes jsonb;
      action text := CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'DELETE' THEN 'delete' ELSE 'update' END;
    BEGIN
      SELECT coalesce(jsonb_agg(jsonb_build_object('field', key,
          'from', CASE WHEN key = ANY(hidden) THEN to_jsonb(CASE WHEN before_row->>key IS NULL THEN NULL ELSE '•••' END)
            ELSE before_row->key END,
          'to', CASE WHEN key = ANY(hidden) THEN to_jsonb(CASE WHEN after_row->>key IS NULL THEN NULL ELSE '•••' END)
            ELSE after_row->key END) ORDER BY key), '[]')
        INTO changes
        FROM jsonb_object_keys(any_row) AS key
        WHERE key <> ALL(silent) AND coalesce(before_row->key, 'null') IS DISTINCT FROM coalesce(after_row->key, 'null');
      IF changes = '[]' AND TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
      IF TG_OP = 'UPDATE' AND (before_row->>'is_deleted') IS DISTINCT FROM (after_row->>'is_deleted') THEN
        action := CASE WHEN (after_row->>'is_deleted')::boolean THEN 'delete' ELSE 'restore' END;
      END IF;
      PERFORM write_change(TG_ARGV[0], coalesce(any_row->>'id', any_row->>'key'),
        coalesce(any_row->>TG_ARGV[1], ''), action, changes);
      RETURN NULL;
    END $$`,
]

const entities = [
  `DROP INDEX entity_by_text`,
  `ALTER TABLE entity ADD COLUMN search_text text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED`,
  `CREATE INDEX entity_by_text ON entity USING gin (search_text gin_trgm_ops)`,
  `CREATE INDEX entity_active ON entity (type, customer_id) WHERE is_active`,
]

const users = [
  `DROP INDEX app_user_by_text`,
  `ALTER TABLE app_user ADD COLUMN search_text text GENERATED ALWAYS AS
    (lower(first_name || ' ' || last_name || ' ' || user_name || ' ' || coalesce(email, ''))) STORED`,
  `CREATE INDEX app_user_by_text ON app_user USING gin (search_text gin_trgm_ops)`,
  `CREATE INDEX app_user_by_person ON app_user
    (lower(ltrim(first_name || ' ' || last_name || ' ' || user_name)), id)`,
]

const changes = [
  `DROP INDEX change_record_by_text`,
  // Names of fields as the API has them and as people read them, and values; not the JSON that is around all of them.
  `ALTER TABLE change_record ADD COLUMN search_text text GENERATED ALWAYS AS (lower(
    record_name || ' ' || user_name
      || ' ' || replace(jsonb_path_query_array(changes, '$[*].field')::text, '_', ' ')
      || ' ' || replace(jsonb_path_query_array(changes, '$[*].field ? (@ like_regex "_")')::text, '_', '')
      || ' ' || jsonb_path_query_array(changes, '$[*].from')::text
      || ' ' || jsonb_path_query_array(changes, '$[*].to')::text)) STORED`,
  // The day is part of the index, so that a text which many records have is looked for in the newest days first.
  `CREATE FUNCTION days_of(at timestamptz) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY[floor(extract(epoch FROM at) / 86400)::integer] $$`,
  `CREATE INDEX change_record_by_text ON change_record USING gin (search_text gin_trgm_ops, days_of(at))`,
]

// What a rewritten table has in it is known anew at night only, and until then lists are read along the wrong index.
const counted = ['ANALYZE entity', 'ANALYZE app_user', 'ANALYZE change_record']
