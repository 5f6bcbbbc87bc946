import type { Recording } from '@callboard/contract/recordings'
import type { TimeRange } from '#web/lib/playback/playback.ts'

/** The share of full scale under which nobody speaks. */
const quiet = 0.02
/** Shorter pauses belong to what is said. */
const minSeconds = 1.5
/** Left at both ends, so that no word is cut. */
const marginSeconds = 0.3

/** Ranges in which no channel is loud enough to be heard, by the outline of the sound. */
export function findSilences({
  peaks,
  peaksPerSecond,
}: Pick<Recording, 'peaks' | 'peaksPerSecond'>): TimeRange[] {
  const count = Math.max(0, ...peaks.map((channel) => Math.floor(channel.length / 2)))
  const isQuietAt = (place: number) =>
    peaks.every(
      (channel) => Math.abs(channel[2 * place] ?? 0) < quiet && Math.abs(channel[2 * place + 1] ?? 0) < quiet,
    )
  const silences: TimeRange[] = []
  let from: number | undefined
  for (let place = 0; place <= count; place++) {
    if (place < count && isQuietAt(place)) {
      from ??= place
      continue
    }
    if (from !== undefined && (place - from) / peaksPerSecond >= minSeconds) {
      silences.push({
        start: from / peaksPerSecond + marginSeconds,
        end: place / peaksPerSecond - marginSeconds,
      })
    }
    from = undefined
  }
  return silences
}
