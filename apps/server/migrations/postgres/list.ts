import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'

/** Every migration in order; forward only. */
export const postgresMigrations: Record<string, Migration> = {
  '0001-foundation': foundation,
}
