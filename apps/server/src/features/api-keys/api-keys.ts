import { type ApiKey, apiKeyRights, type MadeApiKey } from '@callboard/contract/api-keys'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { hashToken, newApiKey } from '../../access/tokens.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { requireCustomer } from '../customers/customers.ts'
import {
  type ApiKeyRow,
  type ApiKeyValues,
  endApiKeyRow,
  findApiKeyRow,
  getApiKeyRow,
  insertApiKey,
} from './store.ts'

type Right = (typeof apiKeyRights)[number]

export function apiKeyOf(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    rights: apiKeyRights.filter((right) => row.rights.includes(right)),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
  }
}

export async function describeApiKey(db: Kysely<Database>, id: string): Promise<ApiKey> {
  const row = await findApiKeyRow(db, id)
  if (row === undefined) throw notFound()
  return apiKeyOf(row)
}

interface AskedKey {
  name: string
  customerId: string
  rights: readonly Right[]
  expiresAt: string | null
}

/** Makes a key; its secret is in the answer and nowhere else. */
export async function makeApiKey(db: Kysely<Database>, caller: Caller, asked: AskedKey): Promise<MadeApiKey> {
  refusePast(asked.expiresAt)
  const secret = newApiKey()
  return await change(db, actorOf(caller), async (transaction) => {
    await requireCustomer(transaction, asked.customerId)
    const id = await insertApiKey(transaction, {
      name: asked.name,
      customer_id: asked.customerId,
      rights: inOrder(asked.rights),
      expires_at: instantOf(asked.expiresAt),
      secret_hash: hashToken(secret),
    })
    return { ...apiKeyOf(await getApiKeyRow(transaction, id)), secret }
  })
}

interface ChangedKey {
  id: string
  name?: string | undefined
  rights?: readonly Right[] | undefined
  expiresAt?: string | null | undefined
  revision?: number | undefined
}

/** Throws `revisionConflict` when somebody changed the key since that revision. */
export async function changeApiKey(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...asked }: ChangedKey,
): Promise<ApiKey> {
  return await change(db, actorOf(caller), async (transaction) => {
    const values = valuesOf(asked)
    await updateRecord(transaction, 'api_key', { id, revision, values })
    return apiKeyOf(await getApiKeyRow(transaction, id))
  })
}

/** Ends a key: nothing that is sent with it is taken from now on. Throws `conflict` when it has ended already. */
export async function endKey(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    if (await endApiKeyRow(transaction, id)) return
    if ((await findApiKeyRow(transaction, id)) === undefined) throw notFound()
    throw new AppError('conflict', 'This key was ended already.')
  })
}

function valuesOf({ name, rights, expiresAt }: Omit<ChangedKey, 'id'>): ApiKeyValues {
  return {
    ...(name === undefined ? {} : { name }),
    ...(rights === undefined ? {} : { rights: inOrder(rights) }),
    ...(expiresAt === undefined ? {} : { expires_at: instantOf(expiresAt) }),
  }
}

function inOrder(rights: readonly Right[]): Right[] {
  return apiKeyRights.filter((right) => rights.includes(right))
}

function instantOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant)
}

function refusePast(expiresAt: string | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > Date.now()) return
  throw new AppError('wrongDates', 'The key would have expired already.', { field: 'expiresAt' })
}
