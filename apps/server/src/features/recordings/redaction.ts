import type { KeyTone } from '../../audio/dtmf.ts'
import { joinStretches, type Stretch } from '../../audio/overwrite.ts'
import { findSensitiveText, type SensitiveKind, type SensitiveText } from './sensitive-numbers.ts'
import type { Turn } from './transcript.ts'

/** Counts up with every change of what is found; recordings of an older one are worked on again. */
export const redactionRules = 2

/** Why a stretch of a recording is not heard: keys, numbers in the transcript, a pause of the recorder, or by hand. */
export type SpanKind = 'keys' | SensitiveKind | 'pause' | 'hand'

/** A stretch of a recording that must not be heard, in seconds. */
export type RedactedSpan = Stretch & { kind: SpanKind }

/** What is known of a recording. */
export type Evidence = {
  duration: number
  keyTones: KeyTone[]
  turns: Turn[]
  /** When the recorder was told to pause, by the call data. */
  pauses: Stretch[]
}

/** Sounds begin and end softly: the edges of a tone lie beside where it is heard clearly. */
const keyMargin = 0.1
/** Keys that are pressed one after the other are one stretch, so that the gaps do not tell how many there were. */
const keyGap = 1.5
/** A transcript's times are not those of the sound to the tenth of a second. */
const speechMargin = 0.4
const speechGap = 0.8

/** The stretches that must not be heard, in order, those of a kind joined where they touch. Stretches by hand are not in it. */
export function findRedactedSpans(
  { duration, keyTones, turns, pauses }: Evidence,
  texts = findSensitiveText(turns),
): RedactedSpan[] {
  const spoken = Map.groupBy(texts, ({ kind }) => kind)
  return [
    ...spansOf('keys', keyTones, { margin: keyMargin, gap: keyGap }),
    ...Array.from(spoken, ([kind, found]) =>
      spansOf(
        kind,
        found.map((one) => timeOf(one, turns)),
        { margin: speechMargin, gap: speechGap },
      ),
    ).flat(),
    ...spansOf('pause', pauses, { margin: 0, gap: 0 }),
  ]
    .map((span) => ({ ...span, end: Math.min(span.end, duration) }))
    .filter((span) => span.start < span.end)
    .toSorted((left, right) => left.start - right.start || left.end - right.end)
}

function spansOf(
  kind: SpanKind,
  stretches: Stretch[],
  join: { margin: number; gap: number },
): RedactedSpan[] {
  return joinStretches(stretches, join).map(({ start, end }) => ({ start, end, kind }))
}

/** When the text is said: its words where they have times, else the whole turn, as nobody knows better. */
function timeOf({ turn, from, to }: SensitiveText, turns: Turn[]): Stretch {
  const whole = turns[turn]
  if (whole === undefined) throw new RangeError('a place in no turn')
  const words = wordsAt(whole, from, to)
  const first = words[0]
  const last = words.at(-1)
  return first === undefined || last === undefined
    ? { start: whole.start, end: whole.end }
    : { start: first.start, end: last.end }
}

/** The words with times that lie between two places of the turn's text; none when they do not spell that text. */
function wordsAt({ text, words = [] }: Turn, from: number, to: number): Stretch[] {
  const found: Stretch[] = []
  let at = 0
  for (const word of words) {
    const begins = text.indexOf(word.text, at)
    if (begins === -1) return []
    at = begins + word.text.length
    if (at > from && begins < to) found.push(word)
  }
  return found
}

/**
 * The transcript as it may be read: each letter and digit of what must not be heard is a `•`. A turn that lies in a
 * stretch for another reason, by hand or by a pause, is hidden whole.
 */
export function maskTurns(
  turns: Turn[],
  spans: readonly RedactedSpan[],
  found = findSensitiveText(turns),
): Turn[] {
  const texts = Map.groupBy(found, ({ turn }) => turn)
  const silent = spans.filter(({ kind }) => kind === 'hand' || kind === 'pause')
  return turns.map(({ speaker, start, end, text }, index) => {
    const isSilent = silent.some((span) => span.start < end && span.end > start)
    const places = isSilent ? [{ from: 0, to: text.length }] : (texts.get(index) ?? [])
    return { speaker, start, end, text: maskText(text, places) }
  })
}

function maskText(text: string, places: { from: number; to: number }[]): string {
  let masked = ''
  let at = 0
  for (const { from, to } of places) {
    masked += text.slice(at, from) + text.slice(from, to).replaceAll(/[\p{L}\p{N}]/gu, '•')
    at = to
  }
  return masked + text.slice(at)
}
