import { codedFields, type MergedType } from '@callboard/contract/merged-types'
import { sql } from 'kysely'
import type { Transaction } from '../../db/tables/schema.ts'

/** Has all calls looked at once more that name the code of an entity, or of one that was merged into it. */
export async function insertRecoding(
  transaction: Transaction,
  { id, type, customerId }: { id: string; type: MergedType; customerId: string },
): Promise<void> {
  const { rows } = await sql<{ codes: string[] }>`
    WITH RECURSIVE through AS (
      SELECT id, code FROM entity WHERE id = ${id}
      UNION
      SELECT entity.id, entity.code FROM entity JOIN through ON entity.merged_into_id = through.id
    )
    SELECT array_agg(code ORDER BY code) AS codes FROM through`.execute(transaction)
  const codes = rows[0]?.codes ?? []
  await transaction.insertInto('recoding').values({ customer_id: customerId, type, codes }).execute()
  if (codedFields.every((field) => field !== type)) return
  // What their numbers stand for names the code: these calls have it by that.
  await sql`INSERT INTO number_timeline (entity_id, customer_id, number, revision)
    SELECT DISTINCT entity_id, customer_id, number, 1 FROM number_assignment
      WHERE customer_id = ${customerId} AND ${sql.ref(type)} = ANY(${codes})
    ON CONFLICT (entity_id) DO UPDATE SET revision = number_timeline.revision + 1`.execute(transaction)
}
