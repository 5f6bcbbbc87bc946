import type { KeyTone } from '../../../audio/dtmf.ts'
import { joinRanges, type TimeRange } from '../../../audio/overwrite.ts'
import type { TranscriptTurn } from '@callboard/contract/recordings'
import {
  findSensitiveText,
  type HiddenKind,
  type SensitiveText,
} from '../spoken-numbers/sensitive-numbers.ts'
import { minSpeechSeconds } from '../speech/transcript-times.ts'
import type { Turn } from '../speech/transcript.ts'

/** Counts up with every change of what is found; recordings of an older one are worked on again. */
export const redactionRules = 3

/** Why a range of a recording is not heard: keys, numbers in the transcript, a pause of the recorder, or by hand. */
export type SpanKind = 'keys' | HiddenKind | 'pause' | 'hand'

/** A range of a recording that must not be heard, in seconds. */
export type RedactedSpan = TimeRange & { kind: SpanKind }

/** What is known of a recording. */
export type Evidence = {
  duration: number
  keyTones: KeyTone[]
  turns: Turn[]
  /** When the recorder was told to pause, by the call data. */
  pauses: TimeRange[]
}

/** Sounds begin and end softly: the edges of a tone lie beside where it is heard clearly. */
const keyMargin = 0.1
/** Keys that are pressed one after the other are one range, so that the gaps do not tell how many there were. */
const keyGap = 1.5
/** A transcript's times are not those of the sound to the tenth of a second. */
const speechMargin = 0.4
const speechGap = 0.8
/** So far beside its turn a word may lie. */
const wordTolerance = 0.5

/** The ranges that must not be heard, in order, those of a kind joined where they touch. Ranges by hand are not in it. */
export function findRedactedSpans(
  { duration, keyTones, turns, pauses }: Evidence,
  texts = findSensitiveText(turns),
): RedactedSpan[] {
  const spoken = Map.groupBy(texts, ({ kind }) => kind)
  const late = Math.max(0, turns.reduce((last, { end }) => Math.max(last, end), 0) - duration)
  return [
    ...spansOf('keys', keyTones, { margin: keyMargin, gap: keyGap }),
    ...Array.from(spoken, ([kind, found]) =>
      spansOf(
        kind,
        found.map((one) => timeOf(one, { turns, late })),
        { margin: speechMargin, gap: speechGap },
      ),
    ).flat(),
    ...spansOf('pause', pauses, { margin: 0, gap: 0 }),
  ]
    .map((span) => ({ ...span, end: Math.min(span.end, duration) }))
    .filter((span) => span.start < span.end)
    .toSorted((left, right) => left.start - right.start || left.end - right.end)
}

function spansOf(kind: SpanKind, ranges: TimeRange[], join: { margin: number; gap: number }): RedactedSpan[] {
  return joinRanges(ranges, join).map(({ start, end }) => ({ start, end, kind }))
}

/**
 * When the text is said: its words where they have times, else the whole turn, as nobody knows better. A turn that is shorter than
 * its words take begins earlier or ends later than it says; so does each of a transcript that goes on after the sound.
 */
function timeOf({ turn, from, to }: SensitiveText, { turns, late }: Timing): TimeRange {
  const whole = turns[turn]
  if (whole === undefined) throw new RangeError('a place in no turn')
  const words = wordsAt(whole, from, to)
  const first = words[0]
  const last = words.at(-1)
  if (first !== undefined && last !== undefined) return { start: first.start - late, end: last.end }
  const { start, end, text } = whole
  const missing = Math.max(0, minSpeechSeconds(text) - (end - start))
  return { start: start - missing - late, end: end + missing }
}

interface Timing {
  turns: readonly Turn[]
  /** How much later than the sound the transcript ends. */
  late: number
}

/**
 * The words with times that lie between two places of the turn's text; none when they do not spell that text, or have times that
 * cannot be right.
 */
function wordsAt({ start, end, text, words = [] }: Turn, from: number, to: number): TimeRange[] {
  const found: TimeRange[] = []
  let at = 0
  let before = start - wordTolerance
  for (const word of words) {
    const isInOrder = word.start >= before && word.end > word.start && word.end <= end + wordTolerance
    if (!isInOrder) return []
    before = word.start
    const begins = text.indexOf(word.text, at)
    // What no word spells may be part of the number.
    if (begins === -1 || isSpoken(text.slice(at, begins))) return []
    at = begins + word.text.length
    if (at > from && begins < to) found.push(word)
  }
  return isSpoken(text.slice(at)) ? [] : found
}

function isSpoken(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/**
 * The transcript as it may be read: each range that must not be heard is `•••`, however long it is, as the lengths of words tell
 * digits. A turn that lies in a range for another reason, by hand or by a pause, is hidden whole.
 */
export function maskTurns(
  turns: readonly Turn[],
  spans: readonly RedactedSpan[],
  found = findSensitiveText(turns),
): TranscriptTurn[] {
  const texts = Map.groupBy(found, ({ turn }) => turn)
  const silent = spans.filter(({ kind }) => kind === 'hand' || kind === 'pause')
  return turns.map(({ speaker, start, end, text }, index) => {
    const isSilent = silent.some((span) => span.start < end && span.end > start)
    const places = isSilent ? [{ from: 0, to: text.length }] : (texts.get(index) ?? [])
    return { speaker, start, end, text: maskText(text, places) }
  })
}

const mask = '•••'

/** Ranges with no word between them are one: how many there are would tell how a number is divided. */
function maskText(text: string, places: readonly { from: number; to: number }[]): string {
  let masked = ''
  let at = 0
  for (const { from, to } of places) {
    const between = text.slice(at, from)
    if (masked.endsWith(mask) && !isSpoken(between)) at = to
    else if (isSpoken(text.slice(from, to))) {
      masked += between + mask
      at = to
    }
  }
  return masked + text.slice(at)
}
