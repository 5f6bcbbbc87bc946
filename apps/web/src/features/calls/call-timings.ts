import type { Call } from '@callboard/contract/calls'

export const timingParts = ['ivr', 'queue', 'ring', 'hold', 'talk', 'other'] as const
export type TimingPart = (typeof timingParts)[number]

export interface Timing {
  part: TimingPart
  seconds: number
  /** Of the whole bar, 0–1. */
  share: number
}

type Durations = Pick<
  Call,
  'duration' | 'ivrDuration' | 'queueDuration' | 'ringDuration' | 'holdDuration' | 'talkDuration'
>

/**
 * How a call spent its time, in the order in which a caller lives through it. What the parts leave of the duration is
 * `other`; when the source's parts add up to more than its duration, the bar is as long as the parts.
 */
export function listTimings(call: Durations): Timing[] {
  const known: Record<Exclude<TimingPart, 'other'>, number> = {
    ivr: call.ivrDuration ?? 0,
    queue: call.queueDuration ?? 0,
    ring: call.ringDuration ?? 0,
    hold: call.holdDuration ?? 0,
    talk: call.talkDuration ?? 0,
  }
  const sum = Object.values(known).reduce((total, seconds) => total + seconds, 0)
  const seconds = { ...known, other: Math.max(0, (call.duration ?? 0) - sum) }
  const whole = sum + seconds.other
  return timingParts
    .filter((part) => seconds[part] > 0)
    .map((part) => ({ part, seconds: seconds[part], share: seconds[part] / whole }))
}
