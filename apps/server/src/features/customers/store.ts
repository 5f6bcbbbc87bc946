import type * as endpoints from '@callboard/contract/customers'
import type { Body } from '@callboard/contract/endpoint'
import { sql } from 'kysely'
import { type SearchedRows, withState } from '../../db/records/find-records.ts'
import { recordStore } from '../../db/records/record-store.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { whereGiven } from '../../db/records/where-given.ts'

function rows(db: Db) {
  return db
    .selectFrom('customer')
    .select(['id', 'name', 'code', 'legacy_reporting_cid as legacyReportingCid', 'time_zone as timeZone'])
    .select(['currency', 'country', 'is_active as isActive', 'revision'])
    .select(['keep_calls_days as keepCallsDays', 'keep_recordings_days as keepRecordingsDays'])
    .select(['keep_logs_days as keepLogsDays', 'requires_speech_check as requiresSpeechCheck'])
    .select(['redacts_for_good as redactsForGood', 'uses_speech_to_text as usesSpeechToText'])
    .select(['redacted_numbers as redactedNumbers', 'redacts_birth_dates as redactsBirthDates'])
    .select(['redacts_licences as redactsLicences', 'channel_order as channelOrder'])
}

interface Search extends Body<typeof endpoints.searchCustomers> {
  /** All unless given. */
  customerIds: readonly string[] | undefined
}

export const customers = recordStore({
  table: 'customer',
  rows,
  text: sql`lower(concat_ws(' ', code, name, legacy_reporting_cid))`,
  orders: { name: sql`lower(name)`, code: sql`lower(code)`, timeZone: sql`time_zone` },
  narrow: (query, { customerIds }: Search) =>
    query.$call(
      whereGiven(customerIds, (all, ids) => all.where('id', '=', sql<string>`ANY(${[...ids]}::uuid[])`)),
    ),
})

export const searched: SearchedRows = {
  from: sql`customer WHERE true`,
  text: sql`lower(name || ' ' || code)`,
  subtitle: withState(sql`code`),
}

export async function selectCustomerByCode(db: Db, code: string) {
  return await rows(db).where('code', '=', code).executeTakeFirst()
}

/** A customer that nobody deletes until the transaction ends. */
export async function lockCustomer(transaction: Transaction, id: string) {
  return await transaction
    .selectFrom('customer')
    .where('id', '=', id)
    .select('is_active as isActive')
    .forKeyShare()
    .executeTakeFirst()
}

export async function selectCustomerNames(db: Db, ids: readonly string[] | undefined) {
  if (ids?.length === 0) return []
  return await db
    .selectFrom('customer')
    .select(['id', 'code', 'name'])
    .orderBy('name')
    .$call(whereGiven(ids, (all, wanted) => all.where('id', 'in', wanted)))
    .execute()
}
