import { setImmediate } from 'node:timers/promises'
import { CallStoreError } from '../../../db/calls/call-store.ts'

/** Lets others have their turn while a file is worked at. Throws when nobody waits for the file any more. */
export async function giveTurn(signal: AbortSignal): Promise<void> {
  await setImmediate()
  if (signal.aborted) throw new CallStoreError('cancelled')
}
