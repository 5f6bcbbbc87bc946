import type { EntityType } from '@callboard/contract/claims'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CallStore } from '../../db/calls/call-store.ts'
import { Integer } from '../../db/calls/row-values.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { inPartsOf } from '../../lib/in-parts-of.ts'

export async function hasCustomers(db: Db): Promise<boolean> {
  return (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Until the end of the transaction no other process fills the same portal, or adds a customer to it. */
export async function lockCustomers(transaction: Transaction): Promise<void> {
  await sql`LOCK TABLE customer IN EXCLUSIVE MODE`.execute(transaction)
}

export interface CustomerToInstall {
  id: string
  code: string
  name: string
  timeZone: string
  currency: string
  country: string
}

export async function insertCustomers(
  transaction: Transaction,
  customers: readonly CustomerToInstall[],
): Promise<void> {
  await transaction
    .insertInto('customer')
    .values(customers.map(({ timeZone, ...customer }) => ({ ...customer, time_zone: timeZone })))
    .execute()
}

export interface EntityToInstall {
  type: EntityType
  code: string
  name: string
  customerId: string | null
  parentId?: string
  attributes?: Record<string, string>
  routing?: readonly { from: string | null }[]
}

export interface AssignmentToInstall {
  entityId: string
  customerId: string
  number: string
  source: string | null
  medium: string | null
  campaign: string | null
  location: string | null
  monthlyCost: string
}

/** What numbers have always stood for, which the calls that are there say already. */
export async function insertAssignments(
  transaction: Transaction,
  assignments: readonly AssignmentToInstall[],
): Promise<void> {
  const rows = assignments.map(({ entityId, customerId, monthlyCost, ...rest }) => ({
    ...rest,
    entity_id: entityId,
    customer_id: customerId,
    monthly_cost: monthlyCost,
  }))
  await transaction.insertInto('number_assignment').values(rows).execute()
  const timelines = rows.map(({ entity_id, customer_id, number }) => {
    return { entity_id, customer_id, number, revision: 1, done_revision: 1, change_number: null }
  })
  await transaction.insertInto('number_timeline').values(timelines).execute()
}

// PostgreSQL takes 65,535 parameters a statement.
const entityBatchSize = 1000

/** Ids by type and code, as `location HH-BKN`. */
export async function insertEntities(
  transaction: Transaction,
  entities: readonly EntityToInstall[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const some of inPartsOf(entityBatchSize, entities)) {
    const rows = await transaction
      .insertInto('entity')
      .values(
        some.map(({ type, code, name, customerId, parentId, attributes, routing }) => ({
          type,
          code,
          name,
          customer_id: customerId,
          parent_id: parentId ?? null,
          attributes: JSON.stringify(attributes ?? {}),
          routing: JSON.stringify(routing ?? []),
        })),
      )
      .returning(['id', 'type', 'code'])
      .execute()
    for (const { id, type, code } of rows) ids.set(`${type} ${code}`, id)
  }
  return ids
}

export async function insertEntityGroup(
  transaction: Transaction,
  group: { name: string; description: string; entityIds: readonly string[]; userIds: readonly string[] },
): Promise<void> {
  const { id } = await transaction
    .insertInto('entity_group')
    .values({ name: group.name, description: group.description })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const entityId of group.entityIds) {
    await transaction
      .insertInto('entity_group_entity')
      .values({ entity_group_id: id, entity_id: entityId })
      .execute()
  }
  for (const userId of group.userIds) {
    await transaction
      .insertInto('entity_group_user')
      .values({ entity_group_id: id, user_id: userId })
      .execute()
  }
}

export async function insertRole(
  transaction: Transaction,
  role: { name: string; description: string; claims: readonly string[] },
): Promise<string> {
  const { id } = await transaction
    .insertInto('role')
    .values({ ...role, claims: [...role.claims] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRoleAssignment(
  transaction: Transaction,
  { userId, roleId, expiresAt }: { userId: string; roleId: string; expiresAt: Date | null },
): Promise<void> {
  await transaction
    .insertInto('role_assignment')
    .values({ user_id: userId, role_id: roleId, start_at: null, expires_at: expiresAt })
    .execute()
}

/** Deletes what an attempt left that stopped before its customers existed. */
export async function deleteCallsOf(calls: CallStore, customerIds: readonly string[]): Promise<void> {
  const [found] = await calls.query({
    sql: 'SELECT count() AS n FROM calls WHERE customer_id IN {customers:Array(UUID)}',
    params: { customers: customerIds },
    row: z.object({ n: Integer }),
  })
  if (found?.n === 0) return
  await calls.command({
    sql: 'ALTER TABLE calls DELETE WHERE customer_id IN {customers:Array(UUID)}',
    params: { customers: customerIds },
    settings: { mutations_sync: 2 },
  })
}

export async function insertCallRows(
  calls: CallStore,
  { path, columns, token }: { path: string; columns: readonly string[]; token: string },
): Promise<void> {
  await calls.insertFile({ table: 'calls', path, format: 'TSV', columns, deduplicationToken: token })
}

export async function hasRecordings(db: Db): Promise<boolean> {
  return (await db.selectFrom('recording').select('id').limit(1).executeTakeFirst()) !== undefined
}

const TalkingCall = z.object({ id: z.string(), customerId: z.string(), startedAt: z.string() })
export type TalkingCall = z.infer<typeof TalkingCall>

/** Answered calls that were talked in for about so many seconds: those that fit best first, of these the newest. */
export async function selectCallsThatTalk(
  calls: CallStore,
  { customerId, seconds, count }: { customerId: string; seconds: number; count: number },
): Promise<TalkingCall[]> {
  return await calls.query({
    sql: `SELECT id, customer_id AS customerId,
        concat(replaceOne(toString(started_at), ' ', 'T'), 'Z') AS startedAt
      FROM calls
      WHERE seen_to = 0 AND customer_id = {customer:UUID} AND direction = 'inbound' AND status = 'answered'
      ORDER BY greatest(abs(toInt64(talk_duration) - {seconds:Int64}), 1), started_at DESC, id
      LIMIT {count:UInt32}`,
    params: { customer: customerId, seconds, count },
    row: TalkingCall,
  })
}

/** As one that was never to be examined. */
export async function updateUnexamined(db: Db, recordingId: string): Promise<void> {
  await db.updateTable('recording').set({ redaction_status: 'none' }).where('id', '=', recordingId).execute()
}
