import { sql, type Kysely } from 'kysely'

/** Two-factor sign-in, one-time links, single sign-on, viewing as another user, and pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `ALTER TABLE app_user
    ADD COLUMN totp_secret text,
    ADD COLUMN totp_pending text,
    ADD COLUMN totp_since timestamptz,
    ADD COLUMN totp_last_step bigint,
    ADD COLUMN recovery_codes_since timestamptz`,
  `DROP TRIGGER app_user_changes ON app_user`,
  `CREATE TRIGGER app_user_changes AFTER INSERT OR UPDATE OR DELETE ON app_user
    FOR EACH ROW EXECUTE FUNCTION record_change('user', 'user_name', 'password_hash,totp_secret',
      'last_login_at,totp_pending,totp_last_step')`,
  `CREATE TABLE recovery_code (
    user_id uuid NOT NULL REFERENCES app_user,
    code_hash bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, code_hash)
  )`,
  // Links for invitations and forgotten passwords.
  `CREATE TABLE one_time_link (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_id uuid NOT NULL REFERENCES app_user,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  `CREATE INDEX one_time_link_by_user ON one_time_link (user_id)`,
  // Requests for a link, whether or not the user exists.
  `CREATE TABLE link_request (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    folded text NOT NULL,
    address text NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE INDEX link_request_by_time ON link_request (at)`,
  // The identity of a user at a single sign-on provider.
  `CREATE TABLE user_identity (
    provider text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL REFERENCES app_user,
    PRIMARY KEY (provider, subject)
  )`,
  `CREATE INDEX user_identity_by_user ON user_identity (user_id)`,
  `CREATE TRIGGER user_identity_changes AFTER INSERT OR UPDATE OR DELETE ON user_identity
    FOR EACH ROW EXECUTE FUNCTION record_link_change('user', 'user_id', 'subject', 'identities')`,
  // A sign-in that is in progress at a provider.
  `CREATE TABLE sso_attempt (
    state_hash bytea PRIMARY KEY,
    provider text NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    challenge text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX sso_attempt_by_time ON sso_attempt (created_at)`,
  // The one-time id of a browser that has returned from a provider, until it is exchanged for a session.
  `CREATE TABLE sso_ticket (
    id_hash bytea PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES app_user,
    provider text NOT NULL,
    challenge text NOT NULL,
    id_token text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  // For sessions started at a provider: what its end-session endpoint needs.
  `ALTER TABLE session ADD COLUMN provider text, ADD COLUMN id_token text`,
  // Which uses of "view as" have been recorded: the first request of a session, each refused write once a minute.
  `CREATE TABLE masking_note (
    session_id uuid NOT NULL REFERENCES session,
    masked_user_id uuid NOT NULL,
    what text NOT NULL,
    minute timestamptz NOT NULL,
    PRIMARY KEY (session_id, masked_user_id, what, minute)
  )`,
  // Re-encoded images. The name cannot be guessed and is never reused.
  `CREATE TABLE media_file (
    name text PRIMARY KEY,
    content_type text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
]
