import { hangupCauses } from './hangup-causes.ts'

/** By which other names systems send causes. Names are compared without case and by their letters and digits alone. */
const otherNames: Readonly<Record<number, readonly string[]>> = {
  0: ['NONE'],
  1: ['UNALLOCATED', 'UNALLOCATED_UNASSIGNED_NUMBER', 'NOT_FOUND'],
  2: ['NO_ROUTE_TRANSIT_NET', 'NO_ROUTE_TO_SPECIFIED_TRANSIT_NETWORK'],
  3: ['NO_ROUTE_DESTINATION'],
  4: ['SEND_SPECIAL_INFORMATION_TONE'],
  5: ['MISDIALED_TRUNK_PREFIX'],
  7: ['CALL_AWARDED_DELIVERED'],
  8: ['PREEMPTION'],
  9: ['PREEMPTED'],
  16: ['NORMAL_CALL_CLEARING'],
  17: ['BUSY'],
  18: ['NO_USER_RESPONSE'],
  19: ['NO_ANSWER_FROM_USER', 'USER_ALERTING_NO_ANSWER'],
  21: ['REJECTED'],
  26: ['ANSWERED_ELSEWHERE'],
  28: ['ADDRESS_INCOMPLETE'],
  34: ['NORMAL_CIRCUIT_CONGESTION', 'CIRCUIT_CHANNEL_CONGESTION'],
  41: ['NORMAL_TEMPORARY_FAILURE'],
  42: ['SWITCH_CONGESTION'],
  43: ['ACCESS_INFO_DISCARDED'],
  44: ['REQUESTED_CHAN_UNAVAIL'],
  45: ['PRE_EMPTED'],
  47: ['RESOURCE_UNAVAILABLE_UNSPECIFIED'],
  50: ['FACILITY_NOT_SUBSCRIBED'],
  52: ['OUTGOING_CALL_BARRED'],
  54: ['INCOMING_CALL_BARRED'],
  57: ['BEARERCAPABILITY_NOTAUTH'],
  58: ['BEARERCAPABILITY_NOTAVAIL'],
  63: ['SERVICE_UNAVAILABLE'],
  65: ['BEARERCAPABILITY_NOTIMPL'],
  66: ['CHAN_NOT_IMPLEMENTED'],
  69: ['FACILITY_NOT_IMPLEMENTED'],
  79: ['SERVICE_NOT_IMPLEMENTED'],
  81: ['INVALID_CALL_REFERENCE_VALUE'],
  95: ['INVALID_MSG_UNSPECIFIED'],
  96: ['MANDATORY_IE_MISSING'],
  97: ['MESSAGE_TYPE_NONEXIST'],
  98: ['WRONG_MESSAGE'],
  99: ['IE_NONEXIST'],
  100: ['INVALID_IE_CONTENTS'],
  101: ['WRONG_CALL_STATE'],
  102: ['RECOVERY_ON_TIMER_EXPIRE'],
  103: ['MANDATORY_IE_LENGTH_ERROR'],
  111: ['PROTOCOL_ERROR_UNSPECIFIED'],
  127: ['INTERWORKING_UNSPECIFIED'],
  487: ['ORIGINATOR_CANCEL'],
  502: ['LOSE_RACE'],
  503: ['MANAGER_REQUEST'],
  602: ['ALLOTTED_TIMEOUT'],
}

const byName: ReadonlyMap<string, number> = new Map([
  ...Object.entries(hangupCauses).map(([cause, label]) => [folded(label), Number(cause)] as const),
  ...Object.entries(otherNames).flatMap(([cause, names]) =>
    names.map((name) => [folded(name), Number(cause)] as const),
  ),
])

/** The number of a cause that is sent as a number, as such a text, or by a name; undefined where the name is not known. */
export function parseHangupCause(sent: number | string): number | undefined {
  if (typeof sent === 'number') return sent
  const text = sent.trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : byName.get(folded(text))
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
