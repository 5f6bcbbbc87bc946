import { callerFields } from '@callboard/contract/field-names'
import type { savedReportSorts } from '@callboard/contract/saved-reports'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Person } from '../../../access/callers/caller.ts'
import { heldClaims, maySignIn } from '../../../access/callers/store.ts'
import { fullName } from '../../../db/records/full-name.ts'
import { containing, type ListAsked, readListPage } from '../../../db/records/list-page.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { whereGiven } from '../../../db/records/where-given.ts'
import { reportsOfGroups, showsCalls } from '../library/store.ts'

/** Who looks: what they find, and what they may run of it. */
export type Viewer = Pick<Person, 'userId' | 'isAdmin'> & {
  /** Also what tells of callers. */
  withDetails: boolean
}

export type SavedReportRow = NonNullable<Awaited<ReturnType<typeof selectSavedReport>>>

const ownerName = fullName('owner')

const kind = sql<string>`coalesce(report.kind,
  CASE WHEN jsonb_exists(saved_report.definition, 'columns') THEN 'details' ELSE 'summary' END)`
const definition = sql<object>`coalesce(saved_report.definition, report.definition)`

/** By name, the parameters of its own definition that have a value until a reader chooses another one. */
const defaultValues = sql`coalesce((
  SELECT jsonb_object_agg(parameter->>'name', true) FROM jsonb_array_elements(parameter_uses) AS parameter
    WHERE coalesce(parameter->'default', 'null') NOT IN ('null', '[]')), '{}')`

const showsCallers = sql<boolean>`(${showsCalls(kind, definition)}
  OR jsonb_exists_any(saved_report.parameters || ${defaultValues}, ${[...callerFields]}))`

/** Whether a user finds the report in a set of their groups. */
function findsReport(db: Db, userId: RawBuilder<string>): RawBuilder<boolean> {
  const found = reportsOfGroups(db, userId).where('report.id', '=', sql.ref<string>('saved_report.report_id'))
  return sql<boolean>`EXISTS (${found.select('report.id')})`
}

/** Through a group of that user. */
function sharedWith(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM report_group AS sharing
      JOIN report_group_user AS member ON member.report_group_id = sharing.id
      WHERE sharing.id = saved_report.shared_with_group_id AND sharing.is_active AND member.user_id = ${userId})`
}

interface Runner {
  userId: RawBuilder<string>
  isAdmin: RawBuilder<boolean>
}

function runnerOf({ userId, isAdmin }: Viewer): Runner {
  return { userId: sql<string>`${userId}`, isAdmin: sql<boolean>`${isAdmin}` }
}

/**
 * Of a report of the library, members of the group run what the owner finds, so that it ends for all of them with the
 * owner's right; what the owner defined, they run for as long as it is shared with them.
 */
function runnableBy(db: Db, { userId, isAdmin }: Runner): RawBuilder<boolean> {
  const ownerId = sql.ref<string>('saved_report.user_id')
  return sql<boolean>`CASE WHEN saved_report.definition IS NOT NULL
    THEN ${isAdmin} OR ${ownerId} = ${userId} OR ${sharedWith(userId)}
    ELSE report.is_active AND (${isAdmin} OR report.is_dashboard_part
      OR ${findsReport(db, userId)}
      OR (${sharedWith(userId)} AND (owner.is_admin OR ${findsReport(db, ownerId)}))) END`
}

const subscriptionCount = sql<number>`(
  SELECT count(*) FROM subscription
    WHERE saved_report_id = saved_report.id AND NOT subscription.is_deleted AND schedule ->> 'frequency' <> 'once')`

function savedReports(db: Db, viewer: Viewer) {
  const runner = runnerOf(viewer)
  return db
    .selectFrom('saved_report')
    .leftJoin('report', 'report.id', 'saved_report.report_id')
    .innerJoin('app_user as owner', 'owner.id', 'saved_report.user_id')
    .leftJoin('report_group as shared_group', 'shared_group.id', 'saved_report.shared_with_group_id')
    .select(['saved_report.id', 'report_id as reportId', 'report.name as reportName', 'saved_report.name'])
    .select(['saved_report.parameters', 'view', 'user_id as userId', ownerName.as('ownerName')])
    .select(['shared_with_group_id as sharedWithGroupId', 'shared_group.name as sharedWithGroupName'])
    .select([sharedWith(runner.userId).as('isShared'), runnableBy(db, runner).as('isRunnable')])
    .select(subscriptionCount.as('subscriptionCount'))
    .select([showsCallers.as('showsCallers'), 'saved_report.created_at as createdAt'])
    .select(['updated_at as updatedAt', 'saved_report.revision'])
}

export async function selectSavedReport(
  db: Db,
  viewer: Viewer,
  { id, isDeleted = false }: { id: string; isDeleted?: boolean },
) {
  return await savedReports(db, viewer)
    .where('saved_report.id', '=', id)
    .where('saved_report.is_deleted', '=', isDeleted)
    .executeTakeFirst()
}

/** What a saved report shows that has a definition of its own. */
export async function selectOwnDefinition(db: Db, id: string) {
  return await db
    .selectFrom('saved_report')
    .where('id', '=', id)
    .where('definition', 'is not', null)
    .select(['definition', 'parameter_uses as parameters'])
    .executeTakeFirst()
}

/** Their own, then what is shared with their groups and they may run. */
export async function selectFoundSavedReports(db: Db, viewer: Viewer) {
  const isOwn = sql<SqlBool>`saved_report.user_id = ${viewer.userId}`
  const runner = runnerOf(viewer)
  return await savedReports(db, viewer)
    .where('saved_report.is_deleted', '=', false)
    .where(sql<SqlBool>`(${isOwn} OR (${sharedWith(runner.userId)} AND ${runnableBy(db, runner)}))`)
    .$if(!viewer.withDetails, (all) => all.where(sql<SqlBool>`NOT ${showsCallers}`))
    .orderBy(isOwn, 'desc')
    .orderBy(sql`lower(saved_report.name)`)
    .orderBy('saved_report.id')
    .execute()
}

export type ReaderRow = Awaited<ReturnType<typeof selectReaders>>[number]

/** What some users may do with a saved report that is sent to them. */
export async function selectReaders(db: Db, { id, userIds }: { id: string; userIds: readonly string[] }) {
  const reader = { userId: sql.ref<string>('app_user.id'), isAdmin: sql.ref<boolean>('app_user.is_admin') }
  return await db
    .selectFrom('saved_report')
    .leftJoin('report', 'report.id', 'saved_report.report_id')
    .innerJoin('app_user as owner', 'owner.id', 'saved_report.user_id')
    .innerJoin('app_user', (join) => join.onTrue())
    .where('saved_report.id', '=', id)
    .where('app_user.id', '=', sql<string>`ANY(${[...userIds]}::uuid[])`)
    .select(['app_user.id as user_id', 'app_user.user_name', 'app_user.is_admin', 'app_user.customer_id'])
    .select([heldClaims(new Date()).as('claims'), maySignIn.as('maySignIn'), 'app_user.email'])
    .select([runnableBy(db, reader).as('isRunnable'), showsCallers.as('showsCallers')])
    .select(sql<boolean>`coalesce(report.is_dashboard_part, false)`.as('isDashboardPart'))
    .execute()
}

const orders = {
  name: sql`lower(saved_report.name)`,
  reportName: sql`lower(report.name)`,
  ownerName: sql`lower(${ownerName})`,
  updatedAt: sql`saved_report.updated_at`,
} as const satisfies Record<(typeof savedReportSorts)[number], RawBuilder<unknown>>

export interface SavedReportSearch extends ListAsked {
  sort?: (typeof savedReportSorts)[number]
  userId?: string | undefined
  reportId?: string | undefined
}

/** Of everybody, with `activeOnly` those that are not deleted. */
export async function searchSavedReports(db: Db, viewer: Viewer, search: SavedReportSearch) {
  const query = savedReports(db, viewer)
    .$if(search.activeOnly, (all) => all.where('saved_report.is_deleted', '=', false))
    .$call(whereGiven(search.userId, (all, id) => all.where('saved_report.user_id', '=', id)))
    .$call(whereGiven(search.reportId, (all, id) => all.where('saved_report.report_id', '=', id)))
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all.where(sql`concat_ws(' ', saved_report.name, report.name)`, 'ilike', containing(text)),
      ),
    )
  return await readListPage(query, search, {
    order: orders[search.sort ?? 'name'],
    tie: sql`saved_report.id`,
  })
}
