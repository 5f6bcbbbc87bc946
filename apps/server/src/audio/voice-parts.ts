import { type Peaks, peaksPerSecond } from './peaks.ts'

/** A range of one channel, in seconds; `end` is exclusive. */
export interface VoicePart {
  channel: number
  start: number
  end: number
}

/** Services of speech to text take files up to 25 MB. */
const maxBytes = 24e6
const maxSeconds = 600
/** So far before its latest end a part may end where it is quiet. */
const searchSeconds = 20
/**
 * Divides each channel into parts of ten minutes or less, so that a long call is sent piece by piece. Each ends where it is
 * quiet, not within a word. Where nothing is heard (half a percent of full scale) there is none: there, what listens for speech
 * hears things.
 */
export function voicePartsOf(
  peaks: readonly Peaks[],
  { duration, sampleRate }: { duration: number; sampleRate: number },
): VoicePart[] {
  const maxPartSeconds = Math.min(maxSeconds, Math.floor(maxBytes / 2 / sampleRate))
  return peaks.flatMap((outline, channel) => {
    const parts: VoicePart[] = []
    for (let start = 0; start < duration;) {
      const latest = start + maxPartSeconds
      const end = latest >= duration ? duration : quietestBefore(outline, latest)
      if (isHeard(outline, start, end)) parts.push({ channel, start, end })
      start = end
    }
    return parts
  })
}

function isHeard(outline: Peaks, start: number, end: number): boolean {
  const [first, last] = [Math.floor(start * peaksPerSecond), Math.ceil(end * peaksPerSecond)]
  return outline.slice(2 * first, 2 * last).some((peak) => peak !== 0)
}

function quietestBefore(outline: Peaks, latest: number): number {
  let quietest = latest
  let lowest = Infinity
  const first = Math.floor((latest - searchSeconds) * peaksPerSecond)
  for (let at = Math.floor(latest * peaksPerSecond) - 1; at >= first; at -= 1) {
    const height = (outline[2 * at + 1] ?? 0) - (outline[2 * at] ?? 0)
    if (height < lowest) {
      lowest = height
      quietest = (at + 0.5) / peaksPerSecond
    }
  }
  return quietest
}
