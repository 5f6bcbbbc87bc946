import type { Db } from './tables/schema.ts'

export type MailReader = NonNullable<Awaited<ReturnType<typeof selectMailReader>>>

/** Whom a mail goes to. */
export async function selectMailReader(db: Db, userId: string) {
  return await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['user_name as userName', 'first_name as firstName', 'last_name as lastName', 'email'])
    .executeTakeFirst()
}
