import type { CallsOfEvents, SourceContext, SourceEvent } from '../adapter.ts'
import { callsOfParts, partsOf, type RecordingAddress } from '../legs/calls-of-legs.ts'
import { reportsOf } from './twilio-reports.ts'

/** The call of the events that share its id: the leg of that id, with the legs that it dialled. */
export function callsOfTwilio(
  events: readonly SourceEvent[],
  source: SourceContext,
  recordingAddress: RecordingAddress,
): CallsOfEvents {
  const [{ callKey } = { callKey: '' }] = events
  const parts = partsOf(callKey, events.flatMap(reportsOf), (legs) => legs.find(({ sid }) => sid === callKey))
  return parts === undefined ? { calls: [] } : callsOfParts(parts, source, recordingAddress)
}
