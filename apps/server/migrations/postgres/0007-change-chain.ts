import { sql, type Kysely } from 'kysely'

/**
 * What waits to be sealed: a table of its own, so that sealing looks at nothing that is sealed already and a record that
 * was committed late is not passed over. It has no index, whose dead entries would pile up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE TABLE change_unsealed (change_id uuid NOT NULL)`,
  `INSERT INTO change_unsealed SELECT id FROM change_record ORDER BY sequence`,
  `CREATE OR REPLACE FUNCTION write_change(type text, id text, name text, action text, changes jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      actor jsonb := nullif(current_setting('callboard.actor', true), '')::jsonb;
      change_id uuid;
    BEGIN
      IF actor IS NULL THEN RAISE EXCEPTION 'a change of % without an actor', type; END IF;
      INSERT INTO change_record (table_type, record_id, record_name, action, user_id, user_name, masked_user_id,
        changes, request_id)
      VALUES (type, id, name, action, (actor->>'userId')::uuid, actor->>'userName', (actor->>'maskedUserId')::uuid,
        changes, actor->>'requestId')
      RETURNING change_record.id INTO change_id;
      INSERT INTO change_unsealed VALUES (change_id);
    END $$`,
]
