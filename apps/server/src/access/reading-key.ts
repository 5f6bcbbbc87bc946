import type { Db } from '../db/tables/schema.ts'
import { readSettings } from '../db/settings.ts'
import type { Caller, KeyCaller } from './callers/caller.ts'

/**
 * A program that reads with a key, as a caller with the rows of the key's customer and the right to call details.
 * Undefined for a key without the right to read.
 */
export async function readerWithKey(db: Db, key: KeyCaller): Promise<Caller | undefined> {
  return key.rights.includes('read') ? await callerOfKey(db, key) : undefined
}

/** A program as a caller with the rows of the key's customer and the right to call details, whatever the key may do. */
export async function callerOfKey(db: Db, key: KeyCaller): Promise<Caller> {
  const settings = await readSettings(db)
  return {
    kind: 'user',
    // Not the id of a user, so it is in no group and has no role.
    userId: key.keyId,
    userName: key.keyName,
    isAdmin: false,
    customerId: key.customerId,
    claims: new Set(['reporting.call.details']),
    timeZone: settings.defaultTimeZone,
    viewedBy: null,
    mustSetUpTwoFactor: false,
    settings,
    sessionId: key.keyId,
    requestId: key.requestId,
    log: key.log,
  }
}
