import { fields } from '@callboard/contract/call-fields'
import type { Call } from '@callboard/contract/calls'

/** The parts of a call, in the order in which a caller lives through them. */
const fieldOfPart = {
  ivr: 'ivrDuration',
  queue: 'queueDuration',
  ring: 'ringDuration',
  hold: 'holdDuration',
  talk: 'talkDuration',
} as const

const timingParts = ['ivr', 'queue', 'ring', 'hold', 'talk', 'other'] as const
export type TimingPart = (typeof timingParts)[number]

export interface Timing {
  part: TimingPart
  seconds: number
  /** Of the whole bar, 0–1. */
  share: number
}

type Durations = Pick<Call, 'duration' | (typeof fieldOfPart)[keyof typeof fieldOfPart]>

/**
 * How a call spent its time. What the parts leave of the duration is `other`; when the source's parts add up to more
 * than its duration, the bar is as long as the parts.
 */
export function listTimings(call: Durations): Timing[] {
  const sum = Object.values(fieldOfPart).reduce((total, name) => total + (call[name] ?? 0), 0)
  const other = Math.max(0, (call.duration ?? 0) - sum)
  return timingParts
    .map((part) => {
      const seconds = part === 'other' ? other : (call[fieldOfPart[part]] ?? 0)
      return { part, seconds, share: seconds / (sum + other) }
    })
    .filter(({ seconds }) => seconds > 0)
}

export function timingLabel(part: TimingPart): string {
  return part === 'other' ? 'Other' : fields[fieldOfPart[part]].shortLabel
}
