/** A range of a recording, in seconds from its beginning; `end` is exclusive. */
export type TimeRange = { start: number; end: number }

/** What is heard where a range was taken out. */
export type Overwriting = 'silence' | 'beep'

const beepHertz = 1000
/** A fifth of full scale: clearly heard, not louder than speech. */
const beepSize = 6500

/**
 * Overwrites every sample of the ranges, in all channels. Nothing of what was there is kept, and nothing beside it
 * changes.
 *
 * @param block as long in each channel; changed in place
 * @param first how many samples of the recording came before the block
 */
export function overwrite(
  block: Int16Array[],
  {
    first,
    sampleRate,
    ranges,
    by,
  }: { first: number; sampleRate: number; ranges: TimeRange[]; by: Overwriting },
): void {
  const length = block[0]?.length ?? 0
  for (const { start, end } of ranges) {
    const from = Math.max(0, Math.floor(start * sampleRate) - first)
    const to = Math.min(length, Math.ceil(end * sampleRate) - first)
    if (from >= to) continue
    for (const samples of block) {
      if (by === 'silence') samples.fill(0, from, to)
      else for (let at = from; at < to; at += 1) samples[at] = beepAt(first + at, sampleRate)
    }
  }
}

function beepAt(sample: number, sampleRate: number): number {
  return Math.round(beepSize * Math.sin((2 * Math.PI * beepHertz * sample) / sampleRate))
}

/**
 * The ranges in order, those that overlap or lie closer than `gap` seconds made one, each a little longer by
 * `margin` at both ends.
 */
export function joinRanges(
  ranges: TimeRange[],
  { margin, gap }: { margin: number; gap: number },
): TimeRange[] {
  const joined: TimeRange[] = []
  for (const { start, end } of ranges.toSorted((left, right) => left.start - right.start)) {
    const wide = { start: Math.max(0, start - margin), end: end + margin }
    const last = joined.at(-1)
    if (last !== undefined && wide.start - last.end <= gap) last.end = Math.max(last.end, wide.end)
    else joined.push(wide)
  }
  return joined
}
