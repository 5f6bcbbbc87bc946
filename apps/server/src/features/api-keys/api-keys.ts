import {
  type ApiKey,
  apiKeyRights,
  type createApiKey as endpoint,
  type NewApiKey,
  type updateApiKey as updateEndpoint,
} from '@callboard/contract/api-keys'
import type { Body } from '@callboard/contract/endpoint'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { recordRules } from '../../access/record-rules.ts'
import { hashToken, newApiKey } from '../../access/sign-in/tokens.ts'
import { built } from '../../db/records/record-store.ts'
import { insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { requireActiveCustomer } from '../customers/customers.ts'
import * as store from './store.ts'

const plain = recordRules('apiKey', built(store.apiKeys, apiKeyOf))

export const apiKeyRules = {
  ...plain,
  create: createApiKey,
  update: updateApiKey,
  remove: deleteApiKey,
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
async function createApiKey(db: Db, caller: Caller, values: Body<typeof endpoint>): Promise<NewApiKey> {
  const { customerId, expiresAt } = values
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    throw new AppError('wrongDates', 'Choose a date in the future: this one has passed.', {
      field: 'expiresAt',
    })
  const secret = newApiKey()
  return await changeBy(db, caller, async (transaction) => {
    await requireActiveCustomer(transaction, customerId)
    await requireOwnSource(transaction, customerId, values.sourceId)
    const id = await insertRecord(transaction, 'apiKey', { ...values, secretHash: hashToken(secret) })
    return { ...(await plain.get(transaction, caller, { id })), secret }
  })
}

/** Throws `invalid` for a source of another customer. */
async function updateApiKey(
  db: Db,
  caller: Caller,
  { id, revision, ...values }: Body<typeof updateEndpoint> & { id: string },
): Promise<ApiKey> {
  return await changeBy(db, caller, async (transaction) => {
    const { customerId } = orNotFound(await store.lockApiKey(transaction, id))
    await requireOwnSource(transaction, customerId, values.sourceId)
    await updateRecord(transaction, 'apiKey', { id, revision, values })
    return await plain.get(transaction, caller, { id })
  })
}

async function requireOwnSource(
  transaction: Transaction,
  customerId: string,
  sourceId: string | null | undefined,
): Promise<void> {
  if (sourceId === null || sourceId === undefined) return
  if (await store.isSourceOf(transaction, sourceId, customerId)) return
  throw new AppError('invalid', 'The customer has no such source.', { field: 'sourceId' })
}

/** A key that was ended stays in the list, and never works again. Throws `conflict` when it was ended before. */
async function deleteApiKey(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    const { isActive } = orNotFound(await store.lockApiKey(transaction, id))
    if (!isActive) throw new AppError('conflict', 'This key was already revoked.')
    await updateRecord(transaction, 'apiKey', { id, values: { isActive: false } })
  })
}
