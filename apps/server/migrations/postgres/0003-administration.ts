import { sql, type Kysely } from 'kysely'

/**
 * Search of lists by any part of a text, names in the change records of links, and the chain that seals change records.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [searching, linkNames, sealing]) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

const searching = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE INDEX entity_by_text ON entity USING gin ((code || ' ' || name) gin_trgm_ops)`,
  `CREATE INDEX entity_by_name ON entity (type, lower(name), id)`,
  `CREATE INDEX app_user_by_text ON app_user
    USING gin ((first_name || ' ' || last_name || ' ' || user_name || ' ' || coalesce(email, '')) gin_trgm_ops)`,
  `CREATE INDEX app_user_by_name ON app_user (lower(user_name), id)`,
  `CREATE INDEX role_assignment_by_role ON role_assignment (role_id)`,
  `CREATE INDEX change_record_by_text ON change_record
    USING gin ((record_name || ' ' || user_name || ' ' || changes::text) gin_trgm_ops)`,
  `CREATE INDEX change_record_by_type ON change_record (table_type, at DESC, sequence DESC)`,
  `CREATE INDEX change_record_by_user ON change_record (user_id, at DESC, sequence DESC)`,
  `CREATE INDEX change_record_by_masked ON change_record (masked_user_id, at DESC, sequence DESC)
    WHERE masked_user_id IS NOT NULL`,
  `DROP INDEX change_record_by_record`,
  `CREATE INDEX change_record_by_record ON change_record (record_id, at DESC, sequence DESC)`,
]

// Change records of links name both the record and the linked record.
const linkNames = [
  `CREATE OR REPLACE FUNCTION record_link_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      before_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
      after_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
      any_row jsonb := before_row || after_row;
      record_name text;
      linked_name jsonb := '{}';
    BEGIN
      IF before_row = after_row THEN RETURN NULL; END IF;
      EXECUTE format('SELECT %s FROM %I WHERE id = $1', TG_ARGV[5], TG_ARGV[4])
        INTO record_name USING (any_row->>TG_ARGV[1])::uuid;
      IF TG_NARGS > 6 THEN
        EXECUTE format('SELECT jsonb_build_object(''name'', %s) FROM %I WHERE id = $1', TG_ARGV[7], TG_ARGV[6])
          INTO linked_name USING (any_row->>TG_ARGV[2])::uuid;
      END IF;
      PERFORM write_change(TG_ARGV[0], any_row->>TG_ARGV[1], coalesce(record_name, ''), 'update',
        jsonb_build_array(jsonb_build_object(
          'field', TG_ARGV[3],
          'from', nullif(before_row - TG_ARGV[1], '{}') || linked_name,
          'to', nullif(after_row - TG_ARGV[1], '{}') || linked_name)));
      RETURN NULL;
    END $$`,
  ...[
    ['role_assignment', 'user', 'user_id', 'role_id', 'roles', 'app_user', 'user_name', 'role', 'name'],
    [
      'report_set_report',
      'reportSet',
      'report_set_id',
      'report_id',
      'reports',
      'report_set',
      'name',
      'report',
      'name',
    ],
    [
      'report_group_user',
      'reportGroup',
      'report_group_id',
      'user_id',
      'users',
      'report_group',
      'name',
      'app_user',
      'user_name',
    ],
    [
      'report_group_customer',
      'reportGroup',
      'report_group_id',
      'customer_id',
      'customers',
      'report_group',
      'name',
      'customer',
      'name',
    ],
    [
      'report_group_set',
      'reportGroup',
      'report_group_id',
      'report_set_id',
      'sets',
      'report_group',
      'name',
      'report_set',
      'name',
    ],
    [
      'entity_group_entity',
      'entityGroup',
      'entity_group_id',
      'entity_id',
      'entities',
      'entity_group',
      'name',
      'entity',
      'name',
    ],
    [
      'entity_group_user',
      'entityGroup',
      'entity_group_id',
      'user_id',
      'users',
      'entity_group',
      'name',
      'app_user',
      'user_name',
    ],
    ['user_identity', 'user', 'user_id', 'subject', 'identities', 'app_user', 'user_name'],
  ].flatMap(([table = '', ...names]) => [
    `DROP TRIGGER ${table}_changes ON ${table}`,
    `CREATE TRIGGER ${table}_changes AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION record_link_change(${names.map((name) => `'${name}'`).join(', ')})`,
  ]),
]

const sealing = [
  // One row per change record, in the order of sealing. Never written in the transaction of the change, so that no
  // write waits for another.
  `CREATE TABLE change_seal (
    position bigint PRIMARY KEY,
    change_id uuid NOT NULL UNIQUE,
    hash bytea NOT NULL
  )`,
  `CREATE TRIGGER change_seal_is_final BEFORE UPDATE OR DELETE ON change_seal
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  // The end of the chain, which shows when records were cut off there.
  `CREATE TABLE change_seal_head (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    position bigint NOT NULL,
    hash bytea NOT NULL
  )`,
]
