import { sql, type Kysely } from 'kysely'

const statements = [
  // Calls that name this one's code get the code of the other.
  'ALTER TABLE entity ADD COLUMN merged_into_id uuid REFERENCES entity CHECK (merged_into_id <> id)',
  'CREATE INDEX entity_merged ON entity (customer_id) WHERE merged_into_id IS NOT NULL',
  // Codes whose calls are to be looked at once more, as what they were merged into has changed.
  `CREATE TABLE recoding (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    customer_id uuid NOT NULL REFERENCES customer,
    type text NOT NULL,
    codes text[] NOT NULL,
    is_done boolean NOT NULL DEFAULT false,
    change_number bigint
  )`,
  'CREATE INDEX recoding_to_do ON recoding (customer_id) WHERE NOT is_done',
  'CREATE INDEX recoding_by_change ON recoding (change_number)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
