import type { Db } from './tables/schema.ts'

/** Customers whose recordings are heard by all only once their speech was looked through. */
export async function selectSpeechCheckers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .where('requires_speech_check', '=', true)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
