import { sql, type Kysely } from 'kysely'
import { changeRecording } from './0001-change-recording.ts'

/**
 * Users, rights, menus, reports, entities, and the change records of all of them.
 *
 * Triggers record the changes, so that no statement can bypass it: a tracked table rejects a write in a transaction
 * that has not named an actor (`callboard.actor`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [changeRecording, people, groupsAndReports, entities, menus, tracking]) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

const people = [
  `CREATE TABLE customer (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    code text NOT NULL UNIQUE,
    legacy_reporting_cid text,
    time_zone text NOT NULL,
    currency text NOT NULL DEFAULT 'USD',
    country text NOT NULL DEFAULT 'US',
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE app_user (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    user_name text NOT NULL,
    email text,
    password_hash text,
    first_name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    phone text,
    thumbnail_url text,
    time_zone text,
    customer_id uuid REFERENCES customer,
    legacy_reporting_cid text,
    login_provider text NOT NULL DEFAULT 'local',
    is_admin boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL DEFAULT true,
    is_deleted boolean NOT NULL DEFAULT false,
    last_login_at timestamptz,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // User names and e-mail addresses share one name space; the key is in NFKC and lower case.
  `CREATE TABLE sign_in_name (
    folded text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES app_user
  )`,
  `CREATE INDEX sign_in_name_by_user ON sign_in_name (user_id)`,
  `CREATE TABLE session (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    token_hash bytea NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    ended_at timestamptz,
    address text,
    user_agent text
  )`,
  `CREATE INDEX session_by_user ON session (user_id)`,
  `CREATE TABLE sign_in_failure (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    folded text NOT NULL,
    address text NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE INDEX sign_in_failure_by_time ON sign_in_failure (at)`,
  `CREATE TABLE role (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL UNIQUE,
    description text NOT NULL DEFAULT '',
    claims text[] NOT NULL DEFAULT '{}',
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE role_assignment (
    user_id uuid NOT NULL REFERENCES app_user,
    role_id uuid NOT NULL REFERENCES role,
    start_at timestamptz,
    expires_at timestamptz,
    PRIMARY KEY (user_id, role_id)
  )`,
  `CREATE TABLE api_key (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    customer_id uuid NOT NULL REFERENCES customer,
    secret_hash bytea NOT NULL UNIQUE,
    rights text[] NOT NULL,
    expires_at timestamptz,
    last_used_at timestamptz,
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE setting (
    key text PRIMARY KEY,
    value jsonb NOT NULL,
    revision integer NOT NULL DEFAULT 1
  )`,
]

const groupsAndReports = [
  `CREATE TABLE report (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    kind text NOT NULL,
    definition jsonb NOT NULL,
    parameters jsonb NOT NULL DEFAULT '[]',
    export_types text[] NOT NULL DEFAULT '{}',
    is_dashboard_part boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE report_set (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    sort_order integer NOT NULL DEFAULT 0,
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE report_set_report (
    report_set_id uuid NOT NULL REFERENCES report_set,
    report_id uuid NOT NULL REFERENCES report,
    sort_order integer NOT NULL DEFAULT 0,
    PRIMARY KEY (report_set_id, report_id)
  )`,
  `CREATE TABLE report_group (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE report_group_user (
    report_group_id uuid NOT NULL REFERENCES report_group,
    user_id uuid NOT NULL REFERENCES app_user,
    PRIMARY KEY (report_group_id, user_id)
  )`,
  `CREATE INDEX report_group_user_by_user ON report_group_user (user_id)`,
  `CREATE TABLE report_group_customer (
    report_group_id uuid NOT NULL REFERENCES report_group,
    customer_id uuid NOT NULL REFERENCES customer,
    PRIMARY KEY (report_group_id, customer_id)
  )`,
  `CREATE TABLE report_group_set (
    report_group_id uuid NOT NULL REFERENCES report_group,
    report_set_id uuid NOT NULL REFERENCES report_set,
    PRIMARY KEY (report_group_id, report_set_id)
  )`,
]

const entities = [
  `CREATE TABLE entity (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    type text NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    customer_id uuid REFERENCES customer,
    parent_id uuid REFERENCES entity,
    attributes jsonb NOT NULL DEFAULT '{}',
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    UNIQUE NULLS NOT DISTINCT (type, customer_id, code)
  )`,
  `CREATE INDEX entity_by_parent ON entity (parent_id)`,
  `CREATE TABLE entity_group (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_active boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE entity_group_entity (
    entity_group_id uuid NOT NULL REFERENCES entity_group,
    entity_id uuid NOT NULL REFERENCES entity,
    PRIMARY KEY (entity_group_id, entity_id)
  )`,
  `CREATE TABLE entity_group_user (
    entity_group_id uuid NOT NULL REFERENCES entity_group,
    user_id uuid NOT NULL REFERENCES app_user,
    PRIMARY KEY (entity_group_id, user_id)
  )`,
  `CREATE INDEX entity_group_user_by_user ON entity_group_user (user_id)`,
]

const menus = [
  `CREATE TABLE menu (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    slug text NOT NULL UNIQUE,
    name text NOT NULL,
    revision integer NOT NULL DEFAULT 1
  )`,
  `CREATE TABLE menu_item (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    menu_id uuid NOT NULL REFERENCES menu,
    parent_id uuid REFERENCES menu_item,
    key text NOT NULL,
    label text,
    title text,
    tooltip text,
    ico text,
    url text,
    sort_order integer NOT NULL,
    claim text,
    admin_only boolean NOT NULL DEFAULT false,
    UNIQUE (menu_id, key)
  )`,
  // Rejected rows of calls, unchanged, until somebody corrects or deletes them.
  `CREATE TABLE quarantine (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer,
    source_system text NOT NULL,
    external_call_id text,
    raw text NOT NULL,
    raw_hash bytea NOT NULL,
    code text NOT NULL,
    description text NOT NULL,
    line integer NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (customer_id, source_system, raw_hash)
  )`,
  // The outbox. Without a mail server, mails stay here and can be read.
  `CREATE TABLE mail (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    recipient text NOT NULL,
    subject text NOT NULL,
    body_text text NOT NULL,
    body_html text,
    status text NOT NULL DEFAULT 'waiting',
    tries integer NOT NULL DEFAULT 0,
    last_error text,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz
  )`,
]

const trackedTables: readonly {
  table: string
  type: string
  name: string
  hidden?: string
  silent?: string
}[] = [
  { table: 'customer', type: 'customer', name: 'name' },
  { table: 'app_user', type: 'user', name: 'user_name', hidden: 'password_hash', silent: 'last_login_at' },
  { table: 'role', type: 'role', name: 'name' },
  { table: 'api_key', type: 'apiKey', name: 'name', hidden: 'secret_hash', silent: 'last_used_at' },
  { table: 'setting', type: 'setting', name: 'key' },
  { table: 'report', type: 'report', name: 'name' },
  { table: 'report_set', type: 'reportSet', name: 'name' },
  { table: 'report_group', type: 'reportGroup', name: 'name' },
  { table: 'entity', type: 'entity', name: 'name' },
  { table: 'entity_group', type: 'entityGroup', name: 'name' },
  { table: 'menu', type: 'menu', name: 'slug' },
  { table: 'menu_item', type: 'menuItem', name: 'key' },
]

const trackedLinks: readonly {
  table: string
  type: string
  record: string
  linked: string
  field: string
}[] = [
  { table: 'role_assignment', type: 'user', record: 'user_id', linked: 'role_id', field: 'roles' },
  {
    table: 'report_set_report',
    type: 'reportSet',
    record: 'report_set_id',
    linked: 'report_id',
    field: 'reports',
  },
  {
    table: 'report_group_user',
    type: 'reportGroup',
    record: 'report_group_id',
    linked: 'user_id',
    field: 'users',
  },
  {
    table: 'report_group_customer',
    type: 'reportGroup',
    record: 'report_group_id',
    linked: 'customer_id',
    field: 'customers',
  },
  {
    table: 'report_group_set',
    type: 'reportGroup',
    record: 'report_group_id',
    linked: 'report_set_id',
    field: 'sets',
  },
  {
    table: 'entity_group_entity',
    type: 'entityGroup',
    record: 'entity_group_id',
    linked: 'entity_id',
    field: 'entities',
  },
  {
    table: 'entity_group_user',
    type: 'entityGroup',
    record: 'entity_group_id',
    linked: 'user_id',
    field: 'users',
  },
]

const tracking = [
  ...trackedTables.map(
    ({ table, type, name, hidden = '', silent = '' }) =>
      `CREATE TRIGGER ${table}_changes AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION record_change('${type}', '${name}', '${hidden}', '${silent}')`,
  ),
  ...trackedLinks.map(
    ({ table, type, record, linked, field }) =>
      `CREATE TRIGGER ${table}_changes AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION record_link_change('${type}', '${record}', '${linked}', '${field}')`,
  ),
]
