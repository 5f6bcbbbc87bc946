import { sql, type Kysely } from 'kysely'

/** Lists of entities by code, and of all types by name: without an index, sorting 50,000 takes a tenth of a second. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE INDEX entity_by_code ON entity (type, code, id)`,
    `CREATE INDEX entity_of_any_type_by_name ON entity (lower(name), id)`,
    `CREATE INDEX entity_group_entity_by_entity ON entity_group_entity (entity_id)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
}
