import type { CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import type { Report } from '../legs/leg-reports.ts'
import type { Leg } from '../legs/legs.ts'
import { callsOfParts, partsOf, type RecordingAddress } from '../legs/calls-of-legs.ts'
import { wholeOf } from '../event-text.ts'
import { reportsOf } from './twilio-reports.ts'

/** The call of the events that share its id: the leg of that id, with the legs that it dialled. */
export function callsOfTwilio(
  events: readonly SourceEvent[],
  source: SourceContext,
  recordingAddress: RecordingAddress,
): CallsOfEvents {
  const whole = wholeOf(events)
  if (whole !== undefined) return { calls: [], partOf: whole }
  const [{ callKey } = { callKey: '' }] = events
  const reports = events.flatMap(reportsOf)
  const parts = partsOf(
    callKey,
    reports,
    (legs) => legs.find(({ sid }) => sid === callKey) ?? legs.find((leg) => isListed(leg, reports)),
  )
  return parts === undefined ? { calls: [] } : callsOfParts(parts, source, recordingAddress)
}

/**
 * Whether a leg has ended and the API has listed it: it stands for its call, of which the API may never tell, as it can be of
 * another account, or older than what is fetched.
 */
function isListed({ sid, hasEnded }: Leg, reports: readonly Report[]): boolean {
  return hasEnded && reports.some((report) => report.kind === 'leg' && report.sid === sid && report.isRow)
}
