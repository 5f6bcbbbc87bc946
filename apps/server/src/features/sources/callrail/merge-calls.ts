import { type CallObject, changesOf, isOver, type KeptCall, writtenMsOf } from './call-object.ts'

interface Said {
  readonly call: CallObject
  readonly ms: number
}

/**
 * What is known of a call by all that was said of it, in whichever order it came. Later versions win field by field; an event
 * about a change changes what it names, unless the API has said it since. Of other fields it is believed only where nothing
 * else tells of the ended call.
 */
export function mergeCalls(kept: readonly KeptCall[]): CallObject {
  const changes = kept.filter(({ call }) => changesOf(call) !== undefined)
  const whole = kept.filter(({ call }) => changesOf(call) === undefined)
  const rows = saidAt(whole.filter(({ way }) => way === 'api'))
  const merged: CallObject = {}
  for (const { call } of [
    ...saidAt(whole.filter((one) => !isOver(one.call))),
    ...changedAt(changes),
    ...saidAt(whole.filter((one) => isOver(one.call))),
  ])
    Object.assign(merged, withoutChanges(call))
  for (const { call, ms } of changedAt(changes)) {
    for (const name of fieldsChanged(call)) {
      const isSaidSince = rows.some((row) => row.ms > ms && Object.hasOwn(row.call, name))
      if (Object.hasOwn(call, name) && !isSaidSince) merged[name] = call[name]
    }
  }
  return merged
}

function saidAt(kept: readonly KeptCall[]): Said[] {
  return inOrder(kept.map(({ call, at }) => ({ call, ms: Date.parse(at) })))
}

function changedAt(kept: readonly KeptCall[]): Said[] {
  return inOrder(kept.map(({ call, at }) => ({ call, ms: writtenMsOf(call) ?? Date.parse(at) })))
}

/** The oldest first. Of what was said at the same time, always the same is last. */
function inOrder(said: readonly Said[]): Said[] {
  return said
    .map((one) => ({ ...one, text: JSON.stringify(one.call) }))
    .toSorted(
      (one, other) => one.ms - other.ms || (one.text < other.text ? -1 : Number(one.text > other.text)),
    )
}

function withoutChanges(call: CallObject): CallObject {
  return Object.fromEntries(Object.entries(call).filter(([name]) => name !== 'changes'))
}

const recording = ['recording', 'recording_redirect', 'recording_duration', 'recording_player']
const score = ['lead_status', 'good_lead_call_id', 'good_lead_call_time', 'lead_score']

/** What CallRail calls a change, where that is not the name of a field. */
const fieldsOfChange: Partial<Record<string, readonly string[]>> = {
  tag: ['tags'],
  value: ['value', 'formatted_value'],
  recording,
  recording_duration: recording,
  auto_score: score,
  manual_score: score,
  lead_status: score,
}

function fieldsChanged(call: CallObject): string[] {
  return (changesOf(call) ?? []).flatMap((change) => fieldsOfChange[change] ?? [change])
}
