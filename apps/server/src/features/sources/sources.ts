import type { Kysely } from 'kysely'
import type { StatusWord, SourceSettingValue } from '@callboard/contract/sources'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Database, WithDefault } from '../../db/tables/schema.ts'
import { countryOfNumbers } from '../../lib/phone.ts'
import type { SourceAdapter, SourceContext, SourceSecrets } from './adapter.ts'
import { findAdapter } from './adapters.ts'

declare module '../../db/tables/schema.ts' {
  interface Database {
    source: {
      id: Generated<string>
      customer_id: string
      kind: string
      name: string
      source_system: string
      time_zone: string
      country: string | null
      own_numbers: ColumnType<string[], string[] | undefined>
      status_words: ColumnType<StatusWord[], string | undefined>
      settings: JSONColumnType<Record<string, SourceSettingValue>, string | undefined>
      secrets: JSONColumnType<Record<string, string>, string | undefined>
      is_active: WithDefault<boolean>
      revision: WithDefault<number>
    }
  }
}

export interface LoadedSource {
  id: string
  name: string
  customerId: string
  isActive: boolean
  adapter: SourceAdapter
  context: SourceContext
  secrets: SourceSecrets
}

export async function loadSource(db: Kysely<Database>, id: string): Promise<LoadedSource | undefined> {
  const row = await db.selectFrom('source').where('id', '=', id).selectAll().executeTakeFirst()
  const adapter = row && findAdapter(row.kind)
  return (
    adapter && {
      id: row.id,
      name: row.name,
      customerId: row.customer_id,
      isActive: row.is_active,
      adapter,
      secrets: row.secrets,
      context: {
        sourceSystem: row.source_system,
        timeZone: row.time_zone,
        country: countryOfNumbers(row.country),
        ownNumbers: row.own_numbers,
        statusWords: row.status_words,
        settings: row.settings,
      },
    }
  )
}
