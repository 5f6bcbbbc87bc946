import type { MissedCaller, OfCaller } from '@callboard/contract/call-backs'

/** A caller as the server is asked about them, with the newest call that the user has seen. */
export function ofCaller({ customerId, number, lastCall }: MissedCaller): OfCaller {
  return { customerId, number, lastCallAt: lastCall.startedAt }
}
