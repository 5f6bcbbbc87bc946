import { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'

/** The parts of a call, in the order in which a caller lives through them. */
const fieldOfPart = {
  ivr: 'ivrDuration',
  queue: 'queueDuration',
  ring: 'ringDuration',
  talk: 'talkDuration',
} as const

const timingParts = ['ivr', 'queue', 'ring', 'talk', 'hold', 'other'] as const
export type TimingPart = (typeof timingParts)[number]

export interface Timing {
  part: TimingPart
  label: string
  seconds: number
  /** Of the whole bar, 0–1. */
  share: number
  /** How much of it was on hold, in seconds. */
  onHold?: number
}

type TimedFields = 'status' | 'duration' | 'holdDuration' | (typeof fieldOfPart)[keyof typeof fieldOfPart]
export type TimedCall = Pick<PartialCall, TimedFields>

/**
 * How a call spent its time. Hold is a part of the talk; it stands beside it only if a source sent more hold than talk.
 * What the parts leave of the duration is `other`; when the source's parts add up to more than its duration, the bar is
 * as long as the parts.
 */
export function listTimings(call: TimedCall): Timing[] {
  const hold = call.holdDuration ?? 0
  const isWithinTalk = hold <= (call.talkDuration ?? 0)
  const seconds = {
    ivr: call.ivrDuration ?? 0,
    queue: call.queueDuration ?? 0,
    ring: call.ringDuration ?? 0,
    talk: call.talkDuration ?? 0,
    hold: isWithinTalk ? 0 : hold,
  }
  const sum = Object.values(seconds).reduce((total, part) => total + part, 0)
  const parts = { ...seconds, other: Math.max(0, (call.duration ?? 0) - sum) }
  return timingParts
    .filter((part) => parts[part] > 0)
    .map((part) => ({
      part,
      label: labelOf(part, call),
      seconds: parts[part],
      share: parts[part] / (sum + parts.other),
      ...(part === 'talk' && hold > 0 && isWithinTalk && { onHold: hold }),
    }))
}

function labelOf(part: TimingPart, { status }: TimedCall): string {
  if (part === 'hold') return fields.holdDuration.shortLabel
  if (part === 'other') return status === 'voicemail' ? 'Voicemail' : 'Other'
  return fields[fieldOfPart[part]].shortLabel
}

/** How long after the start of the call, cut to whole seconds as times are, and as phone systems count durations. */
export function secondsAfter(startedAt: string, at: string): number {
  return Math.trunc((Date.parse(at) - Date.parse(startedAt)) / 1000)
}
