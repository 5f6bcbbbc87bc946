/** Change records, and the functions that the triggers of tracked tables call. */
export const changeRecording = [
  `CREATE TABLE change_record (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    table_type text NOT NULL,
    record_id text NOT NULL,
    record_name text NOT NULL,
    action text NOT NULL,
    user_id uuid,
    user_name text NOT NULL,
    masked_user_id uuid,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    changes jsonb NOT NULL,
    request_id text
  )`,
  `CREATE INDEX change_record_by_time ON change_record (at DESC, sequence DESC)`,
  `CREATE INDEX change_record_by_record ON change_record (table_type, record_id)`,
  // Change records are append-only.
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'change records are never changed'; END $$`,
  `CREATE TRIGGER change_record_is_final BEFORE UPDATE OR DELETE ON change_record
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE FUNCTION write_change(type text, id text, name text, action text, changes jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE actor jsonb := nullif(current_setting('callboard.actor', true), '')::jsonb;
    BEGIN
      IF actor IS NULL THEN RAISE EXCEPTION 'a change of % without an actor', type; END IF;
      INSERT INTO change_record (table_type, record_id, record_name, action, user_id, user_name, masked_user_id,
        changes, request_id)
      VALUES (type, id, name, action, (actor->>'userId')::uuid, actor->>'userName', (actor->>'maskedUserId')::uuid,
        changes, actor->>'requestId');
    END $$`,
  // Arguments: table type, name column, columns whose values are hidden, columns that are not tracked.
  `CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
      after_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
      any_row jsonb := before_row || after_row;
      hidden text[] := string_to_array(TG_ARGV[2], ',');
      silent text[] := string_to_array(TG_ARGV[3], ',') || ARRAY['id', 'revision', 'created_at'];
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
  // Arguments: table type, column of the record, column of the linked record, name of the field.
  `CREATE FUNCTION record_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
      after_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
      any_row jsonb := before_row || after_row;
    BEGIN
      IF before_row = after_row THEN RETURN NULL; END IF;
      PERFORM write_change(TG_ARGV[0], any_row->>TG_ARGV[1], '', 'update', jsonb_build_array(jsonb_build_object(
        'field', TG_ARGV[3],
        'from', nullif(before_row - TG_ARGV[1], '{}'),
        'to', nullif(after_row - TG_ARGV[1], '{}'))));
      RETURN NULL;
    END $$`,
]
