import { z } from 'zod'
import { declaredSettings, type SecretKey, type SettingKey } from './declared-settings.ts'
import type { Db } from './tables/schema.ts'

type Schemas = {
  [K in Exclude<SettingKey, SecretKey>]: (typeof declaredSettings)[K]['schema']
}

function schemas(): Schemas
function schemas(): object {
  const readable = Object.entries(declaredSettings).filter(([, { type }]) => type !== 'secret')
  return Object.fromEntries(readable.map(([key, { schema }]) => [key, schema]))
}

/** All settings but the secrets, with types and defaults; the table has only those that were changed. */
export const Settings = z.object(schemas())
export type Settings = z.infer<typeof Settings>

export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).execute()
  return Settings.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])))
}

/** Undefined when it is not set. */
export async function readSecret(db: Db, key: SecretKey): Promise<string | undefined> {
  const row = await db.selectFrom('setting').where('key', '=', key).select('secret').executeTakeFirst()
  return row?.secret ?? undefined
}
