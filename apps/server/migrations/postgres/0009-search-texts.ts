import { sql, type Kysely } from 'kysely'

/**
 * Searched texts are stored in lower case, so that they are not computed again for every row that is read. Lists by
 * name and counts of active records come from an index alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [entities, users, changes, counted]) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

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
  // The values without their JSON, and the names of changed fields; a created or deleted record has all fields.
  `ALTER TABLE change_record ADD COLUMN search_text text GENERATED ALWAYS AS (lower(record_name || ' ' || user_name || ' '
    || CASE action
      WHEN 'create' THEN jsonb_path_query_array(changes, '$[*].to ? (@ != null)')::text
      WHEN 'delete' THEN jsonb_path_query_array(changes, '$[*].from ? (@ != null)')::text
      ELSE replace(jsonb_path_query_array(changes, '$[*].field')::text, '_', ' ')
        || ' ' || jsonb_path_query_array(changes, '$[*].from')::text
        || ' ' || jsonb_path_query_array(changes, '$[*].to')::text END)) STORED`,
  // The day is part of the index, so that a text which many records have is searched in the newest days first.
  `CREATE FUNCTION days_of(at timestamptz) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY[floor(extract(epoch FROM at) / 86400)::integer] $$`,
  `CREATE INDEX change_record_by_text ON change_record USING gin (search_text gin_trgm_ops, days_of(at))`,
]

// A rewritten table has no statistics until the night, and until then lists would be read through the wrong index.
const counted = ['ANALYZE entity', 'ANALYZE app_user', 'ANALYZE change_record']
