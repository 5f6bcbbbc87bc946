import type { MediaUse } from '@callboard/contract/media'
import { type Generated, type Insertable, sql } from 'kysely'
import { recordStore } from '../../db/records/record-store.ts'
import type { Database, Db, Transaction, WithDefault } from '../../db/tables/schema.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    media: {
      id: Generated<string>
      name: string
      file_name: string
      thumbnail_name: string
      content_type: string
      width: number
      height: number
      bytes: number
      is_active: WithDefault<boolean>
      revision: WithDefault<number>
      created_at: Generated<Date>
    }
    media_file: { name: string; content_type: string; bytes: Uint8Array; created_at: Generated<Date> }
  }
}

export async function insertMediaFile(db: Db, values: Insertable<Database['media_file']>): Promise<void> {
  await db.insertInto('media_file').values(values).execute()
}

export async function selectMediaFile(db: Db, name: string) {
  return await db
    .selectFrom('media_file')
    .where('name', '=', name)
    .select(['content_type', 'bytes'])
    .executeTakeFirst()
}

export async function hasActiveMedia(db: Db, fileName: string): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .where('file_name', '=', fileName)
    .where('is_active', '=', true)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

// Wherever a text contains the name of its file.
const usedBy = sql<MediaUse[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'id', id, 'name', name) ORDER BY type, name), '[]')
    FROM (
      SELECT 'setting' AS type, id, key AS name FROM setting WHERE position(media.file_name IN value::text) > 0
      UNION ALL
      SELECT 'emailTemplate', id, name FROM email_template
        WHERE position(media.file_name IN concat_ws(' ', subject, body_html, body_text)) > 0
      UNION ALL
      SELECT 'menu', id, name FROM menu WHERE position(media.file_name IN items::text) > 0
    ) AS place)`

export const library = recordStore({
  table: 'media',
  rows: (db) =>
    db
      .selectFrom('media')
      .select(['media.id', 'media.name', 'width', 'height', 'media.bytes', 'media.revision'])
      .select(['file_name as fileName', 'thumbnail_name as thumbnailName', 'content_type as contentType'])
      .select(['media.is_active as isActive', 'media.created_at as createdAt', usedBy.as('usedBy')]),
  text: sql`lower(media.name)`,
  orders: { name: sql`lower(media.name)`, bytes: sql`media.bytes`, createdAt: sql`media.created_at` },
})

export type MediaRow = NonNullable<Awaited<ReturnType<typeof library.find>>>

export async function deleteMediaFiles(transaction: Transaction, names: readonly string[]): Promise<void> {
  await transaction.deleteFrom('media_file').where('name', 'in', names).execute()
}
