import type { Span } from '@callboard/contract/period'

/** The offset of a zone from a moment on. Both in seconds: Unix time, and what clocks are ahead of UTC. */
export interface OffsetStep {
  from: number
  offset: number
}

/** Gives the offsets of the zone in which days and hours are read. */
export type Offsets = () => readonly OffsetStep[]

/**
 * All offsets of a span's zone within it, in order; the first holds from ever, up to the moment before the span.
 *
 * They come from this process's time zone data, as days and periods do. The engine has data of its own, often older, and
 * is never asked for a zone.
 */
export function offsetsOf({ from, to }: Pick<Span, 'from' | 'to'>): readonly OffsetStep[] {
  let at = from.subtract({ milliseconds: 1 })
  const steps = [{ from: -Infinity, offset: at.offsetNanoseconds / 1e9 }]
  for (;;) {
    const change = at.getTimeZoneTransition('next')
    if (change === null || change.epochMilliseconds >= to.epochMilliseconds) return steps
    steps.push({ from: change.epochMilliseconds / 1000, offset: change.offsetNanoseconds / 1e9 })
    at = change
  }
}

/** The offsets of a span, found when they are first asked for. */
export function memoizedOffsets(span: Pick<Span, 'from' | 'to'>): Offsets {
  let found: readonly OffsetStep[] | undefined
  return () => (found ??= offsetsOf(span))
}

/**
 * The offsets by which days are told. Where clocks go back over midnight, the day that had begun goes on, so that each
 * day is one span of time.
 */
export function dayOffsetsOf(offsets: readonly OffsetStep[]): OffsetStep[] {
  return offsets.map((step, at) => {
    const before = offsets[at - 1]
    if (before === undefined) return step
    const day = Math.floor((step.from - 1 + before.offset) / daySeconds)
    const returnsToDayBefore = Math.floor((step.from + step.offset) / daySeconds) < day
    return returnsToDayBefore ? { ...step, from: day * daySeconds - step.offset } : step
  })
}

export const hourSeconds = 3600
export const daySeconds = 24 * hourSeconds

/** The hour of a local second, as the second at which it begins. */
export function startOfHour(localSecond: number): number {
  return Math.floor(localSecond / hourSeconds) * hourSeconds
}
