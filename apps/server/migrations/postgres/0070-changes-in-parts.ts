import { sql, type Kysely } from 'kysely'

const statements = [
  // A change of very many numbers is written a part at a time, so that the database serves others meanwhile.
  `CREATE TABLE number_change_part (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    change_id uuid NOT NULL REFERENCES number_change,
    numbers integer NOT NULL,
    wanted json,
    undoes_id uuid REFERENCES number_change_part,
    entity_ids uuid[],
    before jsonb,
    after jsonb
  )`,
  `INSERT INTO number_change_part (change_id, numbers, entity_ids, before, after)
    SELECT id, numbers, ARRAY(SELECT jsonb_object_keys(after)::uuid), before, after FROM number_change ORDER BY id`,
  'CREATE INDEX number_change_part_by_change ON number_change_part (change_id)',
  'CREATE INDEX number_change_part_of_numbers ON number_change_part USING gin (entity_ids)',
  // Parts that are still to be written.
  'ALTER TABLE number_change ADD COLUMN parts_left integer NOT NULL DEFAULT 0',
  'CREATE INDEX number_change_to_write ON number_change (customer_id) WHERE parts_left > 0',
  'ALTER TABLE number_change DROP COLUMN before, DROP COLUMN after',
  // A change can be undone while it is the last one of all its numbers.
  'ALTER TABLE number_timeline ADD COLUMN last_change_id uuid REFERENCES number_change',
  `UPDATE number_timeline SET last_change_id = last.change_id
    FROM (SELECT DISTINCT ON (entity_id) entity_id, change_id
        FROM number_change_part, unnest(entity_ids) AS entity_id ORDER BY entity_id, change_id DESC) AS last
    WHERE number_timeline.entity_id = last.entity_id`,
  'CREATE INDEX number_timeline_by_last_change ON number_timeline (last_change_id)',
]

/** A change of what numbers stand for has parts (docs/decisions/0088-number-assignments.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
