import { sql, type Kysely } from 'kysely'

/** Subscriptions, what is delivered of them, and mails that are sent at most once (docs/decisions/0038-subscriptions-and-deliveries.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...subscriptions, ...deliveries, ...mails, ...secrets])
    await sql.raw(statement).execute(db)
}

const subscriptions = [
  // `recipients` names them for change tracking; who they are is in their own table.
  `CREATE TABLE subscription (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    saved_report_id uuid NOT NULL REFERENCES saved_report,
    user_id uuid NOT NULL REFERENCES app_user,
    name text NOT NULL,
    schedule jsonb NOT NULL,
    export_types text[] NOT NULL,
    subject text NOT NULL DEFAULT '',
    email_template_id uuid REFERENCES email_template ON DELETE SET NULL,
    condition jsonb,
    is_active boolean NOT NULL DEFAULT true,
    is_deleted boolean NOT NULL DEFAULT false,
    is_deleted_with_report boolean NOT NULL DEFAULT false,
    recipients jsonb NOT NULL DEFAULT '[]',
    next_run_at timestamptz,
    last_run_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE INDEX subscription_by_saved_report ON subscription (saved_report_id) WHERE NOT is_deleted`,
  `CREATE INDEX subscription_by_user ON subscription (user_id) WHERE NOT is_deleted`,
  `CREATE INDEX subscription_due ON subscription (next_run_at) WHERE is_active AND NOT is_deleted`,
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER subscription_changes_${name} AFTER ${event} ON subscription REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('subscription', 'name', '', 'is_deleted_with_report,next_run_at,last_run_at')`,
  ),
  // A user or an outside address, which is kept in lower case. Who is taken off the list stays here, and stays unsubscribed.
  `CREATE TABLE subscription_recipient (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    subscription_id uuid NOT NULL REFERENCES subscription,
    user_id uuid REFERENCES app_user,
    email text,
    unsubscribed_at timestamptz,
    is_removed boolean NOT NULL DEFAULT false,
    CHECK ((user_id IS NULL) <> (email IS NULL)),
    UNIQUE NULLS NOT DISTINCT (subscription_id, user_id, email)
  )`,
  `CREATE INDEX subscription_recipient_by_user ON subscription_recipient (user_id)`,
]

const deliveries = [
  // A due time is planned once; what somebody asks for by hand has a run of its own.
  `CREATE TABLE subscription_run (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    subscription_id uuid NOT NULL REFERENCES subscription,
    due_at timestamptz NOT NULL,
    cause text NOT NULL CHECK (cause IN ('schedule', 'run', 'test', 'resend')),
    asked_by uuid REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX subscription_run_once ON subscription_run (subscription_id, due_at) WHERE cause = 'schedule'`,
  `CREATE INDEX subscription_run_by_subscription ON subscription_run (subscription_id, id)`,
  `CREATE TABLE delivery (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    run_id uuid NOT NULL REFERENCES subscription_run,
    subscription_id uuid NOT NULL REFERENCES subscription,
    user_id uuid REFERENCES app_user,
    email text,
    status text NOT NULL DEFAULT 'waiting'
      CHECK (status IN ('waiting', 'rendering', 'mailed', 'skipped', 'failed')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    not_before timestamptz,
    worker uuid,
    beat_at timestamptz,
    row_count bigint,
    snapshot bigint,
    scope_fingerprint text,
    files jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    CHECK ((user_id IS NULL) <> (email IS NULL)),
    UNIQUE NULLS NOT DISTINCT (run_id, user_id, email)
  )`,
  `CREATE INDEX delivery_open ON delivery (id) WHERE status IN ('waiting', 'rendering')`,
  `CREATE INDEX delivery_by_subscription ON delivery (subscription_id, id)`,
  `CREATE INDEX delivery_by_user ON delivery (user_id)`,
]

const mails = [
  `ALTER TABLE mail
    ADD COLUMN delivery_id uuid UNIQUE REFERENCES delivery,
    ADD COLUMN headers jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN not_before timestamptz,
    ADD COLUMN server_answer text,
    ADD CHECK (status IN ('waiting', 'sending', 'sent', 'failed', 'uncertain'))`,
  // Addresses that mails come back from.
  `CREATE TABLE mail_address (
    email text PRIMARY KEY,
    failures integer NOT NULL DEFAULT 0,
    last_error text,
    stopped_at timestamptz
  )`,
]

// What the portal signs with, in every process the same.
const secrets = [
  `CREATE TABLE portal_secret (name text PRIMARY KEY, secret bytea NOT NULL)`,
  `INSERT INTO portal_secret SELECT 'unsubscribe',
    decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`,
]
