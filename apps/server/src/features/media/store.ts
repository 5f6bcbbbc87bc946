import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

export async function insertMediaFile(
  db: Kysely<Database>,
  file: { name: string; contentType: string; bytes: Uint8Array },
): Promise<void> {
  await db
    .insertInto('media_file')
    .values({ name: file.name, content_type: file.contentType, bytes: file.bytes })
    .execute()
}

export async function findMediaFile(db: Kysely<Database>, name: string) {
  return await db
    .selectFrom('media_file')
    .where('name', '=', name)
    .select(['content_type', 'bytes'])
    .executeTakeFirst()
}
