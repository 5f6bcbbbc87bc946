import type { SignInKind } from '@callboard/contract/sign-ins'
import { sql } from 'kysely'
import { currentFullName, fullName } from '../../db/records/full-name.ts'
import { countRows, containing, hasText } from '../../db/records/list-page.ts'
import { isBefore, placeAt, type RecordPlace } from '../../db/records/newest-first.ts'
import type { Db } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

export interface SignInSearch {
  userId?: string | undefined
  kinds?: readonly SignInKind[] | undefined
  keyword?: string | undefined
  /** Instants. */
  from?: string
  to?: string
}

function matching(db: Db, search: SignInSearch) {
  return db
    .selectFrom('sign_in_record')
    .$call(whereGiven(search.userId, (all, id) => all.where('user_id', '=', id)))
    .$call(whereGiven(search.kinds, (all, kinds) => all.where('kind', 'in', kinds)))
    .$call(whereGiven(search.from, (all, at) => all.where(sql`at`, '>=', sql`${at}::timestamptz`)))
    .$call(whereGiven(search.to, (all, at) => all.where(sql`at`, '<', sql`${at}::timestamptz`)))
    .$call(
      whereGiven(search.keyword, (all, text) =>
        all.where((where) =>
          where.or([
            where('address', 'ilike', containing(text)),
            where('by_user_name', 'ilike', containing(text)),
            where('user_id', 'in', (eb) =>
              eb
                .selectFrom('app_user')
                .where(hasText(sql`search_text`, text))
                .select('id'),
            ),
            where('api_key_id', 'in', (eb) =>
              eb.selectFrom('api_key').where('name', 'ilike', containing(text)).select('id'),
            ),
          ]),
        ),
      ),
    )
}

/** The newest records before a place. */
export async function selectSignIns(
  db: Db,
  search: SignInSearch,
  { before, limit }: { before: RecordPlace | undefined; limit: number },
) {
  return await matching(db, search)
    .$call(whereGiven(before, (all, place) => all.where(isBefore(place))))
    .select(['id', 'sequence', 'kind', 'at', 'first_at as firstAt', 'times', 'user_id as userId', 'proof'])
    .select(['by_user_id as byUserId', 'by_user_name as byUserName', 'api_key_id as apiKeyId'])
    .select(['address', 'user_agent as userAgent', placeAt.as('placeAt')])
    .select(
      sql<string | null>`(SELECT user_name FROM app_user WHERE app_user.id = sign_in_record.user_id)`.as(
        'userName',
      ),
    )
    .select(
      sql<
        string | null
      >`(SELECT ${fullName('app_user')} FROM app_user WHERE app_user.id = sign_in_record.user_id)`.as(
        'fullName',
      ),
    )
    .select(
      currentFullName<string | null>({
        id: 'sign_in_record.by_user_id',
        recorded: 'sign_in_record.by_user_name',
      }).as('byFullName'),
    )
    .select(
      sql<string | null>`(SELECT name FROM api_key WHERE api_key.id = sign_in_record.api_key_id)`.as(
        'apiKeyName',
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

export async function countSignIns(db: Db, search: SignInSearch): Promise<number> {
  return await countRows(matching(db, search))
}

/** How often each kind happened since then. Failures that are counted together count at the time of the last. */
export async function countByKind(db: Db, since: Date): Promise<Map<SignInKind, number>> {
  const found = await db
    .selectFrom('sign_in_record')
    .where('at', '>', since)
    .groupBy('kind')
    .select(['kind', sql<number>`sum(times)::bigint`.as('times')])
    .execute()
  return new Map(found.map(({ kind, times }) => [kind, times]))
}
