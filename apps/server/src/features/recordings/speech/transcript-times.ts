import { formatFixed } from '@callboard/contract/format'
import type { TranscriptTurn } from '@callboard/contract/recordings'

/** Why the times of a transcript cannot be those of its recording: the field, and a sentence for people. */
export interface TimesError {
  /** As in the body of an upload: `turns.3.end`. */
  field: string
  message: string
}

/** Times may be rounded to whole seconds, and a recorder may begin a little later than whoever writes down. */
const toleranceSeconds = 2
/** The same of a long recording: clocks run apart. */
const toleranceShare = 0.01
/** What a turn without a length may hold where times are whole seconds: "Yes." */
const roundedSeconds = 0.4

/** The fastest that people speak: letters, and figures that are read out one by one, in a second. */
const lettersPerSecond = 25
const figuresPerSecond = 5

/** How many seconds it takes at least to say a text. */
export function minSpeechSeconds(text: string): number {
  const figures = text.match(/\p{Nd}/gu)?.length ?? 0
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return figures / figuresPerSecond + letters / lettersPerSecond
}

/**
 * What is wrong with the times of a transcript; undefined when nothing is. What was said could not be silenced by times in
 * milliseconds, of another recording, or by none. `duration` is null while nobody has examined the sound: then its length says nothing.
 */
export function findTimesError(
  turns: readonly TranscriptTurn[],
  duration: number | null,
): TimesError | undefined {
  const last = duration === null ? Infinity : duration + toleranceSeconds + duration * toleranceShare
  const isWithoutTimes = turns.every(({ start, end }) => start === end)
  const before = new Map<string, TranscriptTurn>()
  for (const [at, turn] of turns.entries()) {
    const field = (name: 'start' | 'end') => `turns.${at}.${name}`
    const { speaker, start, end, text } = turn
    if (end < start) return { field: field('end'), message: 'A turn ends before it starts.' }
    for (const name of ['start', 'end'] as const) {
      if (turn[name] > last) return { field: field(name), message: beyond(turn[name], duration ?? 0) }
    }
    if (end === start && minSpeechSeconds(text) > (isWithoutTimes ? 0 : roundedSeconds))
      return { field: field('end'), message: 'A turn in which somebody speaks has no length.' }
    const earlier = before.get(speaker)
    if (earlier !== undefined && start < earlier.start - toleranceSeconds)
      return { field: field('start'), message: 'The turns of one speaker have to be in order of time.' }
    before.set(speaker, turn)
  }
  return overlapError(turns) ?? paceError(turns, duration)
}

function beyond(seconds: number, duration: number): string {
  const [said, length] = [seconds, duration].map((value) => formatFixed(value, 1))
  return `A turn has the time ${said} s, and the recording is ${length} s long. Times are seconds from its beginning.`
}

/** Nobody says two things at once; captions that roll say each line twice. */
function overlapError(turns: readonly TranscriptTurn[]): TimesError | undefined {
  const talk = new Map<string, { until: number; spoken: number; overlapped: number }>()
  for (const [at, { speaker, start, end }] of turns.entries()) {
    const own = talk.get(speaker) ?? { until: start, spoken: 0, overlapped: 0 }
    const overlapped = Math.max(0, Math.min(own.until, end) - start)
    own.spoken += end - start
    own.overlapped += overlapped
    own.until = Math.max(own.until, end)
    talk.set(speaker, own)
    if (overlapped > 0 && own.overlapped > own.spoken / 2 + 5 * toleranceSeconds) {
      return {
        field: `turns.${at}.start`,
        message: 'Most of what one speaker says is said at the same time as something else of theirs.',
      }
    }
  }
  return undefined
}

/** Far more words than fit into the time, or so few in so much of it that it must be another unit. */
function paceError(turns: readonly TranscriptTurn[], duration: number | null): TimesError | undefined {
  const minSeconds = turns.reduce((sum, { text }) => sum + minSpeechSeconds(text), 0)
  const spoken = turns.reduce((sum, { start, end }) => sum + end - start, 0)
  const isTooFast = minSeconds > 30 + 10 * spoken
  const isTooSlow = duration === null && spoken > 600 && spoken > 100 * minSeconds && minSeconds > 0
  return isTooFast || isTooSlow
    ? { field: 'turns', message: 'Nobody speaks that fast or slowly. Times are seconds from the beginning.' }
    : undefined
}
