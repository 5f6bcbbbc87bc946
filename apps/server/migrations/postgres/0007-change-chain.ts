import { sql, type Kysely } from 'kysely'

/**
 * The change records that wait for their seal: in a table of their own, so that sealing reads no sealed records and
 * does not skip one that commits late. It has no index, because dead entries would pile up in it.
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
