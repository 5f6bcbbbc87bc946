import type { Body, Output } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/sending'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { insertSubscription } from '../subscriptions/edit-subscriptions.ts'
import { getSubscription, type RunningParts } from '../subscriptions/subscriptions.ts'
import { withMembers } from './recipients.ts'
import { saveToSend } from './saved-to-send.ts'
import * as store from './store.ts'

/**
 * Saves and shares a report where that is needed, and has it sent, all in one transaction. What was sent with the same id already
 * is answered as it is, and not sent again. Throws as saving, sharing and subscribing to it.
 */
export async function sendReport(
  parts: RunningParts,
  caller: Caller,
  { id, report, name, recipients: given, ...sent }: Body<typeof endpoints.sendReport>,
): Promise<Output<typeof endpoints.sendReport>> {
  const newId = await changeBy(parts.db, caller, async (transaction) => {
    const known = id === undefined ? undefined : await store.lockSent(transaction, id)
    if (known !== undefined) return requireOwn(known, caller)
    const saved = await saveToSend(transaction, caller, report)
    const { recipients } = await withMembers(transaction, caller, given)
    return await insertSubscription(parts, caller, {
      ...sent,
      transaction,
      id,
      savedReportId: saved.id,
      name: name ?? saved.name,
      recipients,
      isActive: true,
    })
  })
  if (sent.schedule.frequency === 'once') parts.wake()
  return { subscription: await getSubscription(parts, caller, newId) }
}

function requireOwn({ id, userId }: { id: string; userId: string }, caller: Caller): string {
  if (userId === caller.userId) return id
  throw new AppError('conflict', 'This id is already in use. Use another one.', { field: 'id' })
}
