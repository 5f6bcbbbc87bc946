import { type CallBackChange, type MissedCaller, updateCallBack } from '@callboard/contract/call-backs'
import type { z } from 'zod'
import { send } from '#web/lib/api/api.ts'

/** Says something of a caller, by the newest call of theirs that the user has seen. */
export async function changeCaller(
  { callerKey, lastCall }: MissedCaller,
  change: z.input<typeof CallBackChange>,
): Promise<void> {
  await send(updateCallBack, {
    params: { callerKey },
    body: { ...change, lastCallAt: lastCall.startedAt },
  })
}
