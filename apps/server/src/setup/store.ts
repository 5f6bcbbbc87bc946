import { isDeepStrictEqual } from 'node:util'
import { ReportDefinition } from '@callboard/contract/reports'
import { sql } from 'kysely'
import { newIds } from '../db/records/new-ids.ts'
import type { StoredMenuItem } from '../db/tables/menu-tables.ts'
import type { Db, Transaction } from '../db/tables/schema.ts'
import type { ReportToInstall } from './dashboard-reports.ts'
import type { SetToInstall } from './standard-library.ts'
import { type ItemToInstall, type MenuToInstall, storedItem } from './standard-menu-items.ts'

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

export interface UserToInstall {
  userName: string
  email?: string
  firstName: string
  lastName: string
  /** Null for users who sign in at a provider. */
  passwordHash: string | null
  /** `local` unless given. */
  loginProvider?: string
  isAdmin: boolean
  customerId?: string
  timeZone?: string
  /** Folded user name and email address. */
  signInNames: readonly string[]
}

export async function insertUser(transaction: Transaction, user: UserToInstall): Promise<string> {
  const { id } = await transaction
    .insertInto('app_user')
    .values({
      user_name: user.userName,
      email: user.email ?? null,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      login_provider: user.loginProvider ?? 'local',
      is_admin: user.isAdmin,
      customer_id: user.customerId ?? null,
      time_zone: user.timeZone ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('sign_in_name')
    .values(user.signInNames.map((folded) => ({ folded, user_id: id })))
    .execute()
  return id
}

export async function insertMenu(transaction: Transaction, menu: MenuToInstall): Promise<void> {
  const ids = await newIds(transaction, countItems(menu.items))
  await transaction
    .insertInto('menu')
    .values({ slug: menu.slug, name: menu.name, items: JSON.stringify(flatItems(menu.items, null, ids)) })
    .execute()
}

function countItems(items: readonly ItemToInstall[]): number {
  return items.reduce((count, { children = [] }) => count + 1 + countItems(children), 0)
}

/** All items in one list, parents before their children. */
function flatItems(
  items: readonly ItemToInstall[],
  parentId: string | null,
  ids: string[],
): StoredMenuItem[] {
  return items.flatMap((item, order) => {
    const id = ids.shift() ?? ''
    const kept = storedItem(item, { id, parentId, order })
    return [kept, ...flatItems(item.children ?? [], id, ids)]
  })
}

/** Those of these standard menu items that the portal was not given yet; now it was. */
export async function insertStandardItemKeys(
  transaction: Transaction,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .insertInto('standard_menu_item')
    .values(keys.map((key) => ({ key })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}

export async function selectMenuItems(
  transaction: Transaction,
  slug: string,
): Promise<StoredMenuItem[] | undefined> {
  const menu = await transaction
    .selectFrom('menu')
    .where('slug', '=', slug)
    .select('items')
    .forUpdate()
    .executeTakeFirst()
  return menu?.items
}

/** Leaves the revision: the menu counts as unchanged by people. */
export async function updateMenuItems(
  transaction: Transaction,
  slug: string,
  items: readonly StoredMenuItem[],
): Promise<void> {
  await transaction
    .updateTable('menu')
    .set({ items: JSON.stringify(items) })
    .where('slug', '=', slug)
    .execute()
}

/** Which of these reports there are. */
export async function selectReportIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await db.selectFrom('report').where('id', 'in', ids).select('id').execute()
  return new Set(found.map(({ id }) => id))
}

/** Does nothing where another process has just inserted it. */
export async function insertReport(transaction: Transaction, report: ReportToInstall): Promise<void> {
  await transaction
    .insertInto('report')
    .values({
      id: report.id,
      kind: report.kind ?? 'summary',
      is_dashboard_part: report.isDashboardPart ?? false,
      ...contentOf(report),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

function contentOf({ name, description, definition, parameters }: ReportToInstall) {
  return {
    name,
    description,
    definition: JSON.stringify(ReportDefinition.parse(definition)),
    parameters: JSON.stringify(parameters),
  }
}

/** Those of these reports that nobody has changed, and that are not as they are installed. */
export async function selectOutdatedReports<Report extends ReportToInstall>(
  db: Db,
  reports: readonly Report[],
): Promise<Report[]> {
  const rows = await db
    .selectFrom('report')
    .where(
      'id',
      'in',
      reports.map(({ id }) => id),
    )
    .where('revision', '=', 1)
    .select(['id', 'name', 'description', 'definition', 'parameters'])
    .execute()
  const stored = new Map(rows.map(({ id, ...content }) => [id, content]))
  return reports.filter((report) => {
    const content = stored.get(report.id)
    if (content === undefined) return false
    const { definition, parameters, ...words } = contentOf(report)
    const installed = { ...words, definition: parsed(definition), parameters: parsed(parameters) }
    return !isDeepStrictEqual(content, installed)
  })
}

function parsed(json: string): unknown {
  return JSON.parse(json)
}

/** Leaves the revision: the report counts as unchanged by people. */
export async function updateUnchangedReport(
  transaction: Transaction,
  report: ReportToInstall,
): Promise<void> {
  await transaction
    .updateTable('report')
    .set(contentOf(report))
    .where('id', '=', report.id)
    .where('revision', '=', 1)
    .execute()
}

/** With all of its reports, which are there already. Returns false where there is such a set. */
export async function insertReportSet(
  transaction: Transaction,
  { id, name, description, reports, order }: SetToInstall & { order: number },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('report_set')
    .values({ id, name, description, sort_order: order })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined)
    await appendSetReports(transaction, { setId: id, reportIds: reports.map((one) => one.id) })
  return inserted !== undefined
}

export async function appendSetReports(
  transaction: Transaction,
  { setId, reportIds }: { setId: string; reportIds: readonly string[] },
): Promise<void> {
  await sql`INSERT INTO report_set_report (report_set_id, report_id, sort_order)
    SELECT ${setId}::uuid, given.id,
        place - 1 + (SELECT coalesce(max(sort_order) + 1, 0) FROM report_set_report WHERE report_set_id = ${setId})
      FROM unnest(${reportIds}::uuid[]) WITH ORDINALITY AS given (id, place)
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** Gives a set to the groups that give their users all of these reports already. */
export async function insertSetOfGroupsWith(
  transaction: Transaction,
  { setId, reportIds }: { setId: string; reportIds: readonly string[] },
): Promise<void> {
  await sql`INSERT INTO report_group_set (report_group_id, report_set_id)
    SELECT report_group_id, ${setId}::uuid
      FROM report_group_set JOIN report_set_report USING (report_set_id)
      WHERE report_id = ANY(${reportIds}::uuid[])
      GROUP BY report_group_id HAVING count(DISTINCT report_id) = ${reportIds.length}
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** The only set of the standard reports in versions that had no others. */
export async function deactivateFormerSet(transaction: Transaction): Promise<void> {
  await transaction
    .updateTable('report_set')
    .set({ is_active: false, revision: 2 })
    .where('name', '=', 'Standard reports')
    .where('revision', '=', 1)
    .execute()
}

export interface GroupToInstall {
  name: string
  description: string
  setIds: readonly string[]
  userIds: readonly string[]
  customerIds: readonly string[]
}

export async function insertReportGroup(transaction: Transaction, group: GroupToInstall): Promise<string> {
  const { id } = await transaction
    .insertInto('report_group')
    .values({ name: group.name, description: group.description })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const reportSetId of group.setIds) {
    await transaction
      .insertInto('report_group_set')
      .values({ report_group_id: id, report_set_id: reportSetId })
      .execute()
  }
  for (const userId of group.userIds) {
    await transaction
      .insertInto('report_group_user')
      .values({ report_group_id: id, user_id: userId })
      .execute()
  }
  for (const customerId of group.customerIds) {
    await transaction
      .insertInto('report_group_customer')
      .values({ report_group_id: id, customer_id: customerId })
      .execute()
  }
  return id
}

/** An API key by which a telephone system sends calls of a customer. */
export async function insertIngestKey(
  transaction: Transaction,
  key: { name: string; customerId: string; secretHash: Uint8Array },
): Promise<void> {
  await transaction
    .insertInto('api_key')
    .values({ name: key.name, customer_id: key.customerId, secret_hash: key.secretHash, rights: ['ingest'] })
    .execute()
}
