import { sql, type Kysely } from 'kysely'

/** Webhooks that tell other systems of calls, and what they were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE webhook (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    customer_id uuid REFERENCES customer,
    url text NOT NULL,
    secret text NOT NULL,
    events text[] NOT NULL,
    filters jsonb NOT NULL DEFAULT '[]',
    is_active boolean NOT NULL DEFAULT true,
    paused_reason text,
    failing_since timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 1
  )`,
  ...[
    ['inserts', 'INSERT', 'NEW TABLE AS new_rows'],
    ['updates', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['deletes', 'DELETE', 'OLD TABLE AS old_rows'],
  ].map(
    ([name, event, tables]) =>
      `CREATE TRIGGER webhook_changes_${name} AFTER ${event} ON webhook REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION record_${name}('webhook', 'name', 'secret', 'failing_since')`,
  ),
  // Which calls are new or changed, by the number of the change, until it is known which webhooks are to be told.
  `CREATE TABLE call_outbox (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    number bigint NOT NULL,
    calls jsonb NOT NULL
  )`,
  `CREATE TABLE webhook_delivery (
    id uuid PRIMARY KEY,
    webhook_id uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
    event text NOT NULL CHECK (event IN ('call.created', 'call.updated', 'test')),
    call_id uuid,
    call_started_at timestamptz,
    number bigint NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    tries integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    tried_at timestamptz,
    status integer,
    answer text,
    error text,
    CHECK ((call_id IS NULL) = (event = 'test') AND (call_id IS NULL) = (call_started_at IS NULL))
  )`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, not_before, number) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, created_at) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_delivery_of_call ON webhook_delivery (webhook_id, call_id, number) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, created_at, id)`,
  `CREATE INDEX webhook_delivery_done ON webhook_delivery (created_at) WHERE state <> 'waiting'`,
]
