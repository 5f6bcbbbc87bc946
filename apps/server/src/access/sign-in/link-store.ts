import type { Db } from '../../db/tables/schema.ts'

export async function insertLink(
  db: Db,
  link: { userId: string; tokenHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<string> {
  const row = await db
    .insertInto('one_time_link')
    .values({
      user_id: link.userId,
      token_hash: link.tokenHash,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Makes all links of a user invalid. */
export async function deleteLinksOf(db: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await db
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
