import type { Kysely } from 'kysely'
import { z } from 'zod'
import { TimeZone } from '@callboard/contract/scalars'
import type { Database } from './schema.ts'

/** Every setting there is, with its type and its default; the table holds only what was changed. */
export const Settings = z.object({
  productName: z.string().default('Callboard'),
  logoUrl: z.string().nullable().default(null),
  defaultTimeZone: TimeZone.default('America/New_York'),
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: z.int().min(1).max(7).default(1),
  /** Of whom a second factor is demanded at the sign-in. */
  twoFactor: z.enum(['optional', 'admins', 'all']).default('optional'),
  sessionIdleHours: z.number().positive().default(12),
  sessionTotalHours: z
    .number()
    .positive()
    .default(7 * 24),
  /** A missed call counts as returned when somebody was reached within this time. */
  returnedWithinHours: z.number().positive().default(24),
})
export type Settings = z.infer<typeof Settings>

export async function readSettings(db: Kysely<Database>): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).execute()
  return Settings.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])))
}
