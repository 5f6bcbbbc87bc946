import type { PartialCall } from '@callboard/contract/calls'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatRecent } from '@callboard/contract/format-time'

/** Who called or was called, and when: `Ada Byron, Oct 21, 10:42`. */
export function titleOfCall(call: PartialCall, timeZone: string): string {
  const { callerName, contactNumber, startedAt } = call
  const number = typeof contactNumber === 'string' ? formatPhone(contactNumber) : 'Number withheld'
  const who = typeof callerName === 'string' && callerName !== '' ? callerName : number
  if (startedAt === undefined) return who
  return `${who}, ${formatRecent(startedAt, timeZone, Temporal.Now.instant())}`
}
