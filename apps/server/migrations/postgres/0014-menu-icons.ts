import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * What a new portal has, for those that nobody has changed: an icon of its own for each item of the standard menus, and
 * sources without outbound calls, which have none.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const actor = { userId: null, userName: 'system' }
  await sql`SELECT set_config('callboard.actor', ${JSON.stringify(actor)}, true)`.execute(db)
  await sql`
    UPDATE menu SET items = (
      SELECT jsonb_agg(item || coalesce(news -> (item ->> 'key'), '{}') ORDER BY place)
      FROM jsonb_array_elements(items) WITH ORDINALITY AS listed (item, place),
        CAST(${JSON.stringify(news)} AS jsonb) AS news
    ) WHERE revision = 1 AND slug IN ('main-menu', 'admin-menu', 'reporting-menu') AND items <> '[]'`.execute(
    db,
  )
  await sql`
    UPDATE report SET parameters = (
      SELECT jsonb_agg(
        CASE WHEN used ->> 'name' = 'direction' THEN used || '{"default": ["inbound"]}' ELSE used END ORDER BY place)
      FROM jsonb_array_elements(parameters) WITH ORDINALITY AS listed (used, place)
    ) WHERE revision = 1 AND id = '0e000000-0000-7000-8000-000000000002'`.execute(db)
  await sql`
    UPDATE report SET name = 'Call Details', description = 'Every call, with filters and as a file.'
    WHERE revision = 1 AND id = '0e000000-0000-7000-8000-000000000004'`.execute(db)
}

export const news = {
  home: { ico: 'home' },
  'call-details': { label: 'Call Details' },
  reports: { ico: 'bar-chart' },
  administration: { ico: 'appstore' },
  people: { ico: 'team' },
  users: { ico: 'user' },
  roles: { ico: 'safety-certificate' },
  'customers-entities': { label: 'Customers and Entities' },
  customers: { ico: 'bank' },
  entities: { ico: 'deployment-unit' },
  'entity-groups': { label: 'Entity Groups', ico: 'apartment' },
  portal: { ico: 'tool' },
  menus: { ico: 'menu' },
  settings: { ico: 'setting' },
  'email-templates': { label: 'Email Templates', ico: 'mail' },
  media: { ico: 'picture' },
  'api-keys': { label: 'API Keys', ico: 'key' },
  outbox: { ico: 'send' },
  'change-tracking': { label: 'Change Tracking', ico: 'audit' },
} as const
