import type { CallHold } from '@callboard/contract/retention'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { getCall } from '../calls/calls.ts'
import { callName } from '../../db/call-name.ts'
import type { RetentionParts } from './retention.ts'
import * as store from './store.ts'

export interface Holding extends RetentionParts {
  caller: Caller
  signal: AbortSignal
}

/** Undefined when nobody holds it. Throws `notFound` for no call. */
export async function findHold(holding: Holding, callId: string): Promise<CallHold | undefined> {
  await getCall(holding, callId)
  return await store.selectHold(holding.db, callId)
}

/** Places a hold, or changes why it is there. Throws `notFound`. */
export async function updateHold(holding: Holding, callId: string, reason: string): Promise<CallHold> {
  const { db, ingest, caller } = holding
  // No call is deleted between the look at it and the hold.
  const { hold } = await ingest.holds.change(callId, async (fence) => {
    const call = await getCall(holding, callId)
    const { customerId } = call
    const placed = await changeBy(db, caller, async (transaction) => {
      await fence(transaction)
      await store.upsertHold(transaction, {
        id: callId,
        customer_id: customerId,
        name: callName(call),
        reason,
        held_by: caller.userId,
        created_at: new Date(),
      })
      return orNotFound(await store.selectHold(transaction, callId))
    })
    return { customerId, hold: placed }
  })
  return hold
}

/** Throws `notFound` when nobody holds it. */
export async function deleteHold({ db, ingest, caller }: Holding, callId: string): Promise<undefined> {
  await ingest.holds.change(callId, async (fence) =>
    changeBy(db, caller, async (transaction) => {
      await fence(transaction)
      return orNotFound(await store.deleteHold(transaction, callId))
    }),
  )
}
