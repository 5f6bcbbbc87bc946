import { type RawBuilder, sql } from 'kysely'

/** The full name of a user, or the user name, by the name that `app_user` has in the query. */
export function fullName(user: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${user}.${name}`)
  return sql`coalesce(
    nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('user_name')})`
}
