import type * as endpoints from '@callboard/contract/api-keys'
import { type ApiKey, apiKeyRights, type NewApiKey } from '@callboard/contract/api-keys'
import type { Body } from '@callboard/contract/endpoint'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { hashToken, newApiKey } from '../../access/tokens.ts'
import { change } from '../../db/change.ts'
import { type ListPage, mapItems } from '../../db/list-page.ts'
import { insertRecord, updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { requireActiveCustomer } from '../customers/customers.ts'
import * as store from './store.ts'

export async function listApiKeys(
  db: Kysely<Database>,
  search: Body<typeof endpoints.searchApiKeys>,
): Promise<ListPage<ApiKey>> {
  return mapItems(await store.selectApiKeys(db, search), apiKeyOf)
}

export async function getApiKey(db: Kysely<Database>, id: string): Promise<ApiKey> {
  return apiKeyOf(orNotFound(await store.selectApiKey(db, id)))
}

function apiKeyOf(row: store.ApiKeyRow): ApiKey {
  return {
    ...row,
    rights: apiKeyRights.filter((right) => row.rights.includes(right)),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The answer alone holds the secret. Throws `wrongDates` for a key that has expired already. */
export async function createApiKey(
  db: Kysely<Database>,
  caller: Caller,
  { expiresAt, ...values }: Body<typeof endpoints.createApiKey>,
): Promise<NewApiKey> {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw new AppError('wrongDates', 'The key would have expired already.', { field: 'expiresAt' })
  const secret = newApiKey()
  return await change(db, actorOf(caller), async (transaction) => {
    await requireActiveCustomer(transaction, values.customerId)
    const id = await insertRecord(transaction, 'apiKey', {
      ...values,
      expiresAt: dateOf(expiresAt),
      secretHash: hashToken(secret),
    })
    return { ...(await getApiKey(transaction, id)), secret }
  })
}

/** Throws `revisionConflict`. */
export async function updateApiKey(
  db: Kysely<Database>,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateApiKey> & { id: string },
): Promise<ApiKey> {
  const expiresAt = dateOf(values.expiresAt)
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'apiKey', { id, revision, values: { ...values, expiresAt } })
    return await getApiKey(transaction, id)
  })
}

/** A key that was ended stays in the list, and never works again. Throws `conflict` when it was ended before. */
export async function deleteApiKey(db: Kysely<Database>, caller: Caller, id: string): Promise<undefined> {
  await change(db, actorOf(caller), async (transaction) => {
    const { isActive } = orNotFound(await store.lockApiKey(transaction, id))
    if (!isActive) throw new AppError('conflict', 'This key was ended already.')
    await updateRecord(transaction, 'apiKey', { id, values: { isActive: false } })
  })
}

function dateOf<T extends null | undefined>(instant: string | T): Date | T {
  return typeof instant === 'string' ? new Date(instant) : instant
}
