import { guidOfText } from '../lib/guid-of-text.ts'

/**
 * The id of a call, derived from its name at the source, so that the same call always has the same id: the GUID of the JSON
 * array `["callboard.call", customerId, sourceSystem, externalCallId]`.
 */
export function callId(customerId: string, sourceSystem: string, externalCallId: string): string {
  return guidOfText(JSON.stringify(['callboard.call', customerId, sourceSystem, externalCallId]))
}
