import { sql } from 'kysely'

/** What users are searched in, as the index app_user_by_text has it. */
export const userText = sql`first_name || ' ' || last_name || ' ' || user_name || ' ' || coalesce(email, '')`
