import type { CallHold } from '@callboard/contract/retention'
import { changeBy } from '../../access/callers/actor.ts'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { getCall } from '../calls/calls.ts'
import { callName } from '../../db/call-name.ts'
import type { Ingest } from '../ingest/ingest.ts'
import * as store from './store.ts'

interface Holding extends CallerReading {
  ingest: Ingest
}

/** Null when nobody holds it. Throws `notFound` for no call. */
export async function getHold(holding: Holding, { id }: { id: string }): Promise<{ hold: CallHold | null }> {
  await getCall(holding, id)
  return { hold: (await store.selectHold(holding.db, id)) ?? null }
}

/** Places a hold, or changes why it is there. Throws `notFound`. */
export async function updateHold(
  holding: Holding,
  { id: callId, reason }: { id: string; reason: string },
): Promise<CallHold> {
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
export async function deleteHold(
  { db, ingest, caller }: Holding,
  { id }: { id: string },
): Promise<undefined> {
  await ingest.holds.change(id, async (fence) =>
    changeBy(db, caller, async (transaction) => {
      await fence(transaction)
      return orNotFound(await store.deleteHold(transaction, id))
    }),
  )
}
