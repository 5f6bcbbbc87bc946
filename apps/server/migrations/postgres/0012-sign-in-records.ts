import { sql, type Kysely } from 'kysely'

/**
 * Sign-ins are put on record. Users and keys of an inactive customer no longer come in. Pictures that were replaced are
 * deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...records, liveSessions, deleteReplacedPictures]) {
    await sql.raw(statement).execute(db)
  }
}

const records = [
  `CREATE TABLE sign_in_record (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    first_at timestamptz NOT NULL,
    times integer NOT NULL DEFAULT 1,
    -- Without references: a record outlives what it is about, and locks nothing of it.
    user_id uuid,
    by_user_id uuid,
    by_user_name text,
    api_key_id uuid,
    proof text,
    address text,
    user_agent text,
    -- Begin of the hour in which failures are counted together.
    counted_from timestamptz
  )`,
  `CREATE UNIQUE INDEX sign_in_record_counted ON sign_in_record (counted_from, kind, user_id, address)
    NULLS NOT DISTINCT WHERE counted_from IS NOT NULL`,
  `CREATE INDEX sign_in_record_by_time ON sign_in_record (at, sequence)`,
  `CREATE INDEX sign_in_record_by_user ON sign_in_record (user_id, at, sequence)`,
]

const liveSessions = `
  CREATE OR REPLACE FUNCTION live_sessions(token_hashes bytea[], now_at timestamptz) RETURNS TABLE (
    session_id uuid, token_hash bytea, created_at timestamptz, last_used_at timestamptz,
    user_id uuid, user_name text, is_admin boolean, customer_id uuid, time_zone text,
    login_provider text, totp_since timestamptz, claims text[], settings jsonb
  ) LANGUAGE plpgsql STABLE AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY
      SELECT session.id, session.token_hash, session.created_at, session.last_used_at,
          app_user.id, app_user.user_name, app_user.is_admin, app_user.customer_id, app_user.time_zone,
          app_user.login_provider, app_user.totp_since,
          ARRAY(SELECT DISTINCT unnest(role.claims)
            FROM role_assignment JOIN role ON role.id = role_assignment.role_id
            WHERE role_assignment.user_id = app_user.id AND role.is_active
              AND (start_at IS NULL OR start_at <= now_at) AND (expires_at IS NULL OR expires_at > now_at)),
          (SELECT jsonb_object_agg(key, value) FROM setting)
        FROM session JOIN app_user ON app_user.id = session.user_id
        WHERE session.token_hash = ANY(token_hashes) AND session.ended_at IS NULL
          AND app_user.is_active AND NOT app_user.is_deleted
          AND NOT EXISTS (SELECT FROM customer WHERE customer.id = app_user.customer_id AND NOT customer.is_active);
  END $$`

const deleteReplacedPictures = `
  DELETE FROM media_file
    WHERE NOT EXISTS (SELECT FROM media WHERE media_file.name IN (media.file_name, media.thumbnail_name))
      AND NOT EXISTS (SELECT FROM app_user WHERE thumbnail_url = '/api/media/file/' || media_file.name)`
