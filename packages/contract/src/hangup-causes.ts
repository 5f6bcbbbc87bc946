/**
 * The causes of ITU-T Q.850, and behind them those that FreeSWITCH has of its own: what each is called here, and by which
 * other names systems send it. Names are compared without case and by their letters and digits alone.
 */
const causes: Readonly<Record<number, readonly [label: string, ...names: string[]]>> = {
  0: ['Unspecified', 'NONE'],
  1: ['Unallocated number', 'UNALLOCATED', 'UNALLOCATED_UNASSIGNED_NUMBER', 'NOT_FOUND'],
  2: ['No route to transit network', 'NO_ROUTE_TRANSIT_NET', 'NO_ROUTE_TO_SPECIFIED_TRANSIT_NETWORK'],
  3: ['No route to destination', 'NO_ROUTE_DESTINATION'],
  4: ['Send special tone', 'SEND_SPECIAL_INFORMATION_TONE'],
  5: ['Misdialled trunk prefix', 'MISDIALED_TRUNK_PREFIX'],
  6: ['Channel unacceptable'],
  7: ['Call awarded, delivered', 'CALL_AWARDED_DELIVERED'],
  8: ['Pre-emption', 'PREEMPTION'],
  9: ['Pre-emption, circuit reserved', 'PREEMPTED'],
  14: ['Ported number'],
  16: ['Normal clearing', 'NORMAL_CALL_CLEARING'],
  17: ['User busy', 'BUSY'],
  18: ['No user responding', 'NO_USER_RESPONSE'],
  19: ['No answer', 'NO_ANSWER_FROM_USER', 'USER_ALERTING_NO_ANSWER'],
  20: ['Subscriber absent'],
  21: ['Call rejected', 'REJECTED'],
  22: ['Number changed'],
  23: ['Redirection to new destination'],
  24: ['Rejected by a feature at the destination'],
  25: ['Exchange routing error'],
  26: ['Non-selected user clearing', 'ANSWERED_ELSEWHERE'],
  27: ['Destination out of order'],
  28: ['Invalid number format', 'ADDRESS_INCOMPLETE'],
  29: ['Facility rejected'],
  30: ['Response to status enquiry'],
  31: ['Normal, unspecified'],
  34: ['No circuit available', 'NORMAL_CIRCUIT_CONGESTION', 'CIRCUIT_CHANNEL_CONGESTION'],
  38: ['Network out of order'],
  39: ['Permanent connection out of service'],
  40: ['Permanent connection operational'],
  41: ['Temporary failure', 'NORMAL_TEMPORARY_FAILURE'],
  42: ['Switching equipment congestion', 'SWITCH_CONGESTION'],
  43: ['Access information discarded', 'ACCESS_INFO_DISCARDED'],
  44: ['Requested channel not available', 'REQUESTED_CHAN_UNAVAIL'],
  45: ['Pre-empted', 'PRE_EMPTED'],
  46: ['Precedence call blocked'],
  47: ['Resource unavailable', 'RESOURCE_UNAVAILABLE_UNSPECIFIED'],
  49: ['Quality of service not available'],
  50: ['Requested facility not subscribed', 'FACILITY_NOT_SUBSCRIBED'],
  52: ['Outgoing calls barred', 'OUTGOING_CALL_BARRED'],
  53: ['Outgoing calls barred within the user group'],
  54: ['Incoming calls barred', 'INCOMING_CALL_BARRED'],
  55: ['Incoming calls barred within the user group'],
  57: ['Bearer capability not authorized', 'BEARERCAPABILITY_NOTAUTH'],
  58: ['Bearer capability not available', 'BEARERCAPABILITY_NOTAVAIL'],
  62: ['Inconsistent access information'],
  63: ['Service or option not available', 'SERVICE_UNAVAILABLE'],
  65: ['Bearer capability not implemented', 'BEARERCAPABILITY_NOTIMPL'],
  66: ['Channel type not implemented', 'CHAN_NOT_IMPLEMENTED'],
  69: ['Requested facility not implemented', 'FACILITY_NOT_IMPLEMENTED'],
  70: ['Only restricted digital information'],
  79: ['Service or option not implemented', 'SERVICE_NOT_IMPLEMENTED'],
  81: ['Invalid call reference', 'INVALID_CALL_REFERENCE_VALUE'],
  82: ['Identified channel does not exist'],
  83: ['Suspended call exists under another identity'],
  84: ['Call identity in use'],
  85: ['No call suspended'],
  86: ['Call with that identity was cleared'],
  87: ['Not a member of the user group'],
  88: ['Incompatible destination'],
  90: ['User group does not exist'],
  91: ['Invalid transit network selection'],
  95: ['Invalid message', 'INVALID_MSG_UNSPECIFIED'],
  96: ['Mandatory information missing', 'MANDATORY_IE_MISSING'],
  97: ['Message type does not exist', 'MESSAGE_TYPE_NONEXIST'],
  98: ['Message does not fit the state', 'WRONG_MESSAGE'],
  99: ['Information does not exist', 'IE_NONEXIST'],
  100: ['Invalid information contents', 'INVALID_IE_CONTENTS'],
  101: ['Message not compatible with the call state', 'WRONG_CALL_STATE'],
  102: ['Recovery on timer expiry', 'RECOVERY_ON_TIMER_EXPIRE'],
  103: ['Parameter does not exist, passed on', 'MANDATORY_IE_LENGTH_ERROR'],
  110: ['Message discarded for an unknown parameter'],
  111: ['Protocol error', 'PROTOCOL_ERROR_UNSPECIFIED'],
  127: ['Interworking', 'INTERWORKING_UNSPECIFIED'],
  487: ['Cancelled by the caller', 'ORIGINATOR_CANCEL'],
  500: ['Crash'],
  501: ['System shutdown'],
  502: ['Answered elsewhere first', 'LOSE_RACE'],
  503: ['Ended by a manager', 'MANAGER_REQUEST'],
  600: ['Blind transfer'],
  601: ['Attended transfer'],
  602: ['Allotted time over', 'ALLOTTED_TIMEOUT'],
  603: ['User challenge'],
  604: ['Media timeout'],
  605: ['Picked off'],
  606: ['User not registered'],
  607: ['Progress timeout'],
}

/** Those that have a name, by number. */
export const namedCauses: readonly number[] = Object.keys(causes).map(Number)

export function formatHangupCause(cause: number): string {
  const [label] = causes[cause] ?? []
  return label === undefined ? `Cause ${cause}` : `${label} (${cause})`
}

const byName: ReadonlyMap<string, number> = new Map(
  Object.entries(causes).flatMap(([cause, names]) => names.map((name) => [folded(name), Number(cause)])),
)

/** The number of a cause that is sent as a number, as such a text, or by a name; undefined where the name is not known. */
export function parseHangupCause(sent: number | string): number | undefined {
  if (typeof sent === 'number') return sent
  const text = sent.trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : byName.get(folded(text))
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
