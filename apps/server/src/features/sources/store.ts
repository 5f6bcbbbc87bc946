import type {
  ConnectionState,
  searchSources,
  SourceSettingValue,
  StatusWord,
} from '@callboard/contract/sources'
import type { Body } from '@callboard/contract/endpoint'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { recordStore } from '../../db/records/record-store.ts'
import { whereGiven } from '../../db/records/where-given.ts'
import type { Db, Transaction, WithDefault } from '../../db/tables/schema.ts'
import type { SourceAttribute } from './adapter.ts'

/** JSON, which is written as text. */
type JsonColumn<T> = ColumnType<T, string | undefined, string>

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
      own_numbers: WithDefault<readonly string[]>
      status_words: JsonColumn<StatusWord[]>
      /** Over what it sends, what a number stands for wins. */
      is_number_first: WithDefault<boolean>
      settings: JsonColumn<Record<string, SourceSettingValue>>
      secrets: JsonColumn<Record<string, string>>
      is_active: WithDefault<boolean>
      created_at: Generated<Date>
      revision: WithDefault<number>
    }
    source_state: {
      source_id: string
      received_at: Date | null
      newest_call_at: Date | null
      problem: string | null
      problem_at: Date | null
      cursor: JsonColumn<unknown>
      fetched_at: Date | null
      next_fetch_at: Date | null
      fetch_failures: WithDefault<number>
      fetching_until: Date | null
      /** Calls with a key after this one are to be made once more of their events; null: none. */
      again_after: WithDefault<string | null>
      connection_state: WithDefault<ConnectionState | null>
      connection_since: WithDefault<Date | null>
    }
    source_day: {
      source_id: string
      day: string
      created: number
      updated: number
      unchanged: number
      rejected: number
    }
    source_call: {
      source_id: string
      call_key: string
      events: number
      is_pending: boolean
      try_after: WithDefault<Date>
      changed_at: WithDefault<Date>
      /** What was made of it, when it was last looked at. */
      call_ids: WithDefault<readonly string[]>
    }
    source_event: {
      source_id: string
      call_key: string
      event_key: string
      body: string
      received_at: Generated<Date>
    }
    source_mapping: {
      source_id: string
      version: number
      mapping: JsonColumn<unknown>
      created_at: Generated<Date>
      created_by: string | null
    }
  }
}

export type SourceRow = NonNullable<Awaited<ReturnType<typeof sources.find>>>

function rows(db: Db) {
  return db
    .selectFrom('source')
    .innerJoin('customer', 'customer.id', 'source.customer_id')
    .leftJoin('source_state', 'source_state.source_id', 'source.id')
    .select(['source.id', 'source.name', 'customer_id as customerId', 'customer.name as customerName'])
    .select(['kind', 'source_system as sourceSystem', 'source.time_zone as timeZone'])
    .select(['source.country', 'own_numbers as ownNumbers', 'status_words as statusWords', 'settings'])
    .select('is_number_first as isNumberFirst')
    .select(sql<string[]>`ARRAY(SELECT jsonb_object_keys(secrets) ORDER BY 1)`.as('secretsSet'))
    .select(['source.is_active as isActive', 'source.created_at as createdAt', 'source.revision'])
    .select(['source_state.received_at as lastReceivedAt', 'source_state.problem'])
}

export const sources = recordStore({
  table: 'source',
  rows,
  text: sql`lower(source.name || ' ' || customer.name || ' ' || kind)`,
  orders: {
    name: sql`lower(source.name)`,
    customerName: sql`lower(customer.name)`,
    kind: sql`kind`,
    lastReceivedAt: sql`source_state.received_at`,
  },
  narrow: (query, { customerId, kind }: Body<typeof searchSources>) =>
    query
      .$call(whereGiven(customerId, (all, id) => all.where('customer_id', '=', id)))
      .$call(whereGiven(kind, (all, one) => all.where('kind', '=', one))),
})

/** For the search of the portal. */
export function searchedSources(kinds: readonly { kind: string; label: string }[]): SearchedRows {
  const labels = sql.join(
    kinds.map(({ kind, label }) => sql`WHEN ${kind} THEN ${label}`),
    sql` `,
  )
  const label = sql`CASE kind ${labels} ELSE kind END`
  return {
    from: sql`source WHERE true`,
    text: sql`lower(name || ' ' || ${label})`,
    subtitle: withState(sql`(SELECT customer.name FROM customer WHERE customer.id = customer_id)`, label),
  }
}

/** With what is needed to take calls from it. */
export type LoadedRow = NonNullable<Awaited<ReturnType<typeof selectSource>>>

function loaded(db: Db) {
  return db
    .selectFrom('source')
    .innerJoin('customer', 'customer.id', 'source.customer_id')
    .select(['source.id', 'source.name', 'customer_id as customerId', 'kind'])
    .select(['source_system as sourceSystem', 'source.time_zone as timeZone'])
    .select(sql<string>`coalesce(source.country, customer.country)`.as('country'))
    .select(['own_numbers as ownNumbers', 'status_words as statusWords', 'settings', 'secrets'])
    .select(sql<boolean>`source.is_active AND customer.is_active`.as('isActive'))
    .select(
      sql<SourceAttribute[]>`(
        SELECT coalesce(json_agg(json_build_object('key', key, 'name', name, 'type', type, 'choices', choices,
            'isActive', is_active)
            ORDER BY slot), '[]')
        FROM attribute WHERE attribute.customer_id = customer.id)`.as('attributes'),
    )
    .select((with_) =>
      with_
        .selectFrom('source_mapping')
        .whereRef('source_mapping.source_id', '=', 'source.id')
        .select('mapping')
        .orderBy('version', 'desc')
        .limit(1)
        .as('mapping'),
    )
}

export async function selectSource(db: Db, id: string) {
  return await loaded(db).where('source.id', '=', id).executeTakeFirst()
}

export async function selectActiveSources(db: Db) {
  return await loaded(db)
    .where('source.is_active', '=', true)
    .where('customer.is_active', '=', true)
    .orderBy('source.id')
    .execute()
}

/** That under whose name calls of the customer are known. */
export async function selectSourceOfSystem(
  db: Db,
  { customerId, sourceSystem }: { customerId: string; sourceSystem: string },
) {
  const ofCustomer = loaded(db).where('customer_id', '=', customerId)
  return await ofCustomer.where('source_system', '=', sourceSystem).executeTakeFirst()
}

export async function selectSourceByName(db: Db, name: string) {
  return await loaded(db).where('source.name', '=', name).orderBy('source.id').limit(2).execute()
}

/** Which of these names calls of the customer are known under already, by a source. */
export async function selectSystemsNamed(
  transaction: Transaction,
  customerId: string,
  names: readonly string[],
): Promise<string[]> {
  const found = await transaction
    .selectFrom('source')
    .where('customer_id', '=', customerId)
    .where('source_system', 'in', names)
    .select('source_system')
    .execute()
  return found.map(({ source_system: name }) => name)
}

/** Its secrets, and its kind, locked until the transaction ends. */
export async function lockSource(transaction: Transaction, id: string) {
  return await transaction
    .selectFrom('source')
    .where('id', '=', id)
    .select(['kind', 'name', 'settings', 'secrets', 'customer_id', 'is_number_first'])
    .forUpdate()
    .executeTakeFirst()
}
