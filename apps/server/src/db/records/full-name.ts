import { type RawBuilder, sql } from 'kysely'

/** The full name of a user, or the user name, by the name that `app_user` has in the query; null where that has no row. */
export function fullName<T extends string | null = string>(user: string): RawBuilder<T> {
  return sql`coalesce(${namesOf(user)}, ${sql.ref(`${user}.user_name`)})`
}

/**
 * What the user whose id a column holds is called now, for what another column recorded as their user name; as that says where
 * nobody has the id any more, or no full name.
 */
export function currentFullName<T extends string | null = string>(columns: {
  id: string
  recorded: string
}): RawBuilder<T> {
  return sql`coalesce(
    (SELECT ${namesOf('person')} FROM app_user AS person WHERE person.id = ${sql.ref(columns.id)}),
    ${sql.ref(columns.recorded)})`
}

/** First and last name; null of who has neither. */
function namesOf(user: string): RawBuilder<string | null> {
  return sql`nullif(trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}), '')`
}
