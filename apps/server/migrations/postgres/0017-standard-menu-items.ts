import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The standard menu items that a portal was given, so that those of a later version are added once, and none that was
 * removed comes back. A portal of before was given all of these; the outbox only if it is in a menu.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`CREATE TABLE standard_menu_item (key text PRIMARY KEY)`.execute(db)
  await sql`
    INSERT INTO standard_menu_item
    SELECT key FROM unnest(${sql.lit(`{${itemsOfBefore.join(',')}}`)}::text[]) AS key WHERE EXISTS (SELECT FROM menu)`.execute(
    db,
  )
  await sql`
    INSERT INTO standard_menu_item
    SELECT 'outbox' FROM menu WHERE items @> '[{"url": "/manage/outbox"}]' LIMIT 1`.execute(db)
}

const itemsOfBefore = [
  'main',
  'home',
  'call-details',
  'missed-not-returned',
  'reporting',
  'reports',
  'administration',
  'people',
  'users',
  'roles',
  'customers-entities',
  'customers',
  'entities',
  'entity-groups',
  'portal',
  'menus',
  'settings',
  'email-templates',
  'media',
  'api-keys',
  'change-tracking',
]
