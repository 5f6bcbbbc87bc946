import { sql, type Kysely } from 'kysely'

/**
 * The session of a request, which every request reads first. A function keeps its plan between calls: planning takes
 * several times as long as reading.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(liveSessions).execute(db)
}

const liveSessions = `
  CREATE FUNCTION live_sessions(token_hashes bytea[], now_at timestamptz) RETURNS TABLE (
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
          AND app_user.is_active AND NOT app_user.is_deleted;
  END $$`
