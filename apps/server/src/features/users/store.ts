import type { Request } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/manage-users'
import type { Overview } from '@callboard/contract/overview'
import { sql, type RawBuilder } from 'kysely'
import { maySignIn } from '../../access/callers/store.ts'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { fullName } from '../../db/records/full-name.ts'
import { hasText, inOrder, type ListAsked, readListPage } from '../../db/records/list-page.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

export type UserRow = NonNullable<Awaited<ReturnType<typeof selectUser>>>

function users(db: Db) {
  return db
    .selectFrom('app_user')
    .select(['app_user.id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select(['email', 'phone', 'thumbnail_url as thumbnailUrl', 'app_user.time_zone as timeZone'])
    .select(['customer_id as customerId', 'app_user.legacy_reporting_cid as legacyReportingCid'])
    .select(['login_provider as loginProvider', 'last_login_at as lastLoginAt', 'is_admin as isAdmin'])
    .select(['app_user.is_active as isActive', 'is_deleted as isDeleted'])
    .select(['app_user.created_at as createdAt', 'app_user.revision'])
}

export async function selectUser(db: Db, id: string) {
  return await users(db).where('app_user.id', '=', id).executeTakeFirst()
}

/** A user whom nobody else changes until the transaction ends. */
export async function lockUser(transaction: Transaction, id: string) {
  return await users(transaction)
    .select(['password_hash as passwordHash', maySignIn.as('maySignIn')])
    .where('app_user.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The expression of the index app_user_by_person. */
const personName = sql`lower(ltrim(first_name || ' ' || last_name || ' ' || user_name))`

const orders = {
  userName: sql`lower(user_name)`,
  name: personName,
  email: sql`lower(email)`,
  customer: sql`lower(customer.name)`,
  lastLoginAt: sql`last_login_at`,
  createdAt: sql`app_user.created_at`,
}

export type UserSearch = ListAsked &
  Pick<Request<typeof endpoints.listUsers>['query'], 'sort' | 'roleid' | 'customerid'>

export async function selectUsers(db: Db, search: UserSearch) {
  const { sort = 'userName' } = search
  const query = db
    .selectFrom('app_user')
    .leftJoin('customer', 'customer.id', 'app_user.customer_id')
    .select('app_user.id')
    .$if(search.activeOnly, (all) => all.where(maySignIn))
    .$call(whereGiven(search.keyword, (all, text) => all.where(hasText(searchText, text))))
    .$call(whereGiven(search.customerid, (all, id) => all.where('app_user.customer_id', '=', id)))
    .$call(
      whereGiven(search.roleid, (all, roleId) =>
        all.where('app_user.id', 'in', (eb) =>
          eb
            .selectFrom('role_assignment')
            .where('role_id', '=', roleId)
            .where((where) =>
              where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
            )
            .select('user_id'),
        ),
      ),
    )
  const page = await readListPage(query, search, {
    order: orders[sort],
    tie: sql`app_user.id`,
    isNeverNull: sort === 'userName' || sort === 'name' || sort === 'createdAt',
  })
  // Customers and roles are read of the users on the page, not of those that it skips.
  const ids = page.items.map(({ id }) => id)
  const shown = await users(db)
    .leftJoin('customer', 'customer.id', 'app_user.customer_id')
    .where('app_user.id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .select(['customer.name as customerName', roleNames.as('roleNames')])
    .select(sql<boolean>`customer.is_active IS NOT FALSE`.as('isCustomerActive'))
    .execute()
  return { ...page, items: inOrder(ids, shown) }
}

const searchText = sql.ref('app_user.search_text')

const roleNames = sql<string[]>`ARRAY(
  SELECT role.name FROM role_assignment JOIN role ON role.id = role_assignment.role_id
    WHERE role_assignment.user_id = app_user.id AND role.is_active
      AND (start_at IS NULL OR start_at <= now()) AND (expires_at IS NULL OR expires_at > now())
    ORDER BY lower(role.name))`

function portalUsers(db: Db) {
  return db
    .selectFrom('app_user')
    .where(maySignIn)
    .orderBy(personName)
    .orderBy('id')
    .select(['id', 'user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .select('thumbnail_url as thumbnailUrl')
}

/** All users who may sign in, by name. */
export async function selectAllPortalUsers(db: Db) {
  return await portalUsers(db).execute()
}

export interface PortalUserSearch {
  /** Undefined: of all customers, and of none. */
  customerIds: readonly string[] | undefined
  withAdmins: boolean
  keyword?: string | undefined
  id?: string
  except: string
}

/** The first 20 of them, first those of whom a word begins with the keyword. */
export async function selectPortalUsers(db: Db, search: PortalUserSearch) {
  return await portalUsers(db)
    .where('id', '!=', search.except)
    .$if(!search.withAdmins, (all) => all.where('is_admin', '=', false))
    .$call(
      whereGiven(search.customerIds, (all, ids) =>
        all.where('customer_id', '=', sql<string>`ANY(${[...ids]}::uuid[])`),
      ),
    )
    .$call(whereGiven(search.id, (all, id) => all.where('id', '=', id)))
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all
          .where(hasText(searchText, text))
          .clearOrderBy()
          .orderBy(beginsWord(text), 'desc')
          .orderBy(personName)
          .orderBy('id'),
      ),
    )
    .limit(20)
    .execute()
}

/** Whether a word of what is searched of a user, as of `demo-analyst`, begins with a text, in any case: who is meant by it more likely than others. */
function beginsWord(text: string): RawBuilder<boolean> {
  const words = (of: RawBuilder<unknown>) => sql<string>`' ' || translate(${of}, '-._@', '    ')`
  return sql<boolean>`position(${words(sql<string>`lower(${text.trim()}::text)`)} in ${words(searchText)}) > 0`
}

/** How it is recorded that somebody was sent a link, by what it is for. */
const linkRecords = {
  invitation: { action: 'invite', field: 'invitation' },
  forgottenPassword: { action: 'sendPasswordLink', field: 'password_link' },
} as const
export type LinkPurpose = keyof typeof linkRecords

/** Records that somebody was sent a link, which changes nothing of their record. */
export async function insertLinkRecord(
  transaction: Transaction,
  { id, userName, email, purpose }: { id: string; userName: string; email: string; purpose: LinkPurpose },
): Promise<void> {
  const { action, field } = linkRecords[purpose]
  const changes = JSON.stringify([{ field, from: null, to: email }])
  await sql`SELECT write_change('user', ${id}, ${userName}, ${action}, ${changes}::jsonb)`.execute(
    transaction,
  )
}

/**
 * Gives a user these folded names instead of those they had, and answers those that are somebody else's. Changes of names
 * wait for each other until the transaction ends, so that two users who swap names cause no deadlock.
 */
export async function replaceSignInNames(
  transaction: Transaction,
  { userId, names }: { userId: string; names: readonly string[] },
): Promise<string[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('callboard.sign-in-names', 0))`.execute(transaction)
  await transaction
    .deleteFrom('sign_in_name')
    .where('user_id', '=', userId)
    .where('folded', 'not in', names)
    .execute()
  await transaction
    .insertInto('sign_in_name')
    .values(names.map((folded) => ({ folded, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const others = await transaction
    .selectFrom('sign_in_name')
    .where('folded', 'in', names)
    .where('user_id', '!=', userId)
    .select('folded')
    .execute()
  return others.map(({ folded }) => folded)
}

/** What a search of the portal finds. */
export const searched: SearchedRows = {
  from: sql`app_user WHERE NOT is_deleted`,
  text: sql`search_text`,
  title: fullName('app_user'),
  subtitle: withState(sql`user_name`, sql`email`),
}

/** For the administration dashboard: those who may sign in. */
export function countUsers(dayBefore: Date) {
  return sql<Overview['users']>`(
    SELECT jsonb_build_object('active', count(*), 'neverSignedIn', count(*) FILTER (WHERE last_login_at IS NULL),
        'signedInToday', count(*) FILTER (WHERE last_login_at > ${dayBefore}))
      FROM app_user WHERE ${maySignIn})`
}
