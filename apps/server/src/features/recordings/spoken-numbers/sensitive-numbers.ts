import type { SensitiveKind } from '@callboard/contract/recordings'
import { cardTokens } from './card-numbers.ts'
import { breaksNumbers, cuesIn } from './number-cues.ts'
import { NumberClassifier, type Shape } from './number-classifier.ts'
import { defaultNumberRules, hidesKind, type NumberRules } from '../keeping/number-rules.ts'
import { writtenPhones } from './plain-numbers.ts'
import { isFiller, type Said, saidIn, spokenNumbers, type SpokenPart } from './spoken-numbers.ts'
import type { Turn } from '../speech/transcript.ts'

/** `number`: of those that are hidden whatever they are. */
export type HiddenKind = SensitiveKind | 'number'

/** A part of a turn's text that must not be read or heard: `from` and `to` (exclusive) are places in the text. */
export interface SensitiveText {
  turn: number
  from: number
  to: number
  kind: HiddenKind
}

/**
 * Where a call's transcript tells a number that must not be heard: in digits or in words, in one turn or over several. What is
 * asked for by name is taken to be told until it was; what nobody named is checked by its length, unless something says what it is.
 */
export function findSensitiveText(
  turns: readonly Turn[],
  rules: NumberRules = defaultNumberRules,
): SensitiveText[] {
  const said = saidIn(turns)
  const cues = cuesIn(said)
  const breaks = new Set(cues.filter(({ cue }) => breaksNumbers(cue)).map(({ index }) => index))
  const parts = spokenNumbers(said, breaks)
  const shapes = shapesOf(parts, turns)
  const classifier = new NumberClassifier(said, turns)
  const found: SensitiveText[] = []
  let next = 0
  for (const part of parts) {
    for (let cue = cues[next]; cue !== undefined && cue.index <= part.first; cue = cues[next]) {
      classifier.hear(cue)
      next += 1
    }
    const sensitiveKind = classifier.kindOf(part, shapes.get(part))
    const isHidden = sensitiveKind !== undefined && hidesKind(rules, sensitiveKind)
    const kind = isHidden ? sensitiveKind : rules.numbers === 'all' && isCounted(part) ? 'number' : undefined
    if (kind !== undefined) found.push({ ...placeOf(said, part), kind })
  }
  return found.toSorted((one, other) => one.turn - other.turn || one.from - other.from)
}

/** Whether it has three digits and more, and is no price, time or date. */
function isCounted({ isDoubtful, whole, reason }: SpokenPart): boolean {
  return !isDoubtful && whole.digits.length >= 3 && reason?.is !== 'amount' && reason?.is !== 'moment'
}

/** With the words beside it that belong to it: "for", "oh" and letters that are spelled. */
function placeOf(said: readonly Said[], { first, last, turn }: SpokenPart) {
  const outermost = (from: number, step: 1 | -1) => {
    let edge = from
    for (let at = from + step, fillers = 0; fillers <= maxFillersBeside; at += step) {
      const token = said[at]
      if (token?.turn !== turn) break
      if (token.form === 'maybe' || /^[b-hj-z]$/.test(token.text)) edge = at
      else if (isFiller(token)) fillers += 1
      else break
    }
    return edge
  }
  const [from, to] = [said[outermost(first, -1)], said[outermost(last, 1)]]
  return { turn, from: from?.from ?? 0, to: to?.to ?? 0 }
}

/** So many "uh" may stand between a number and a word that belongs to it. */
const maxFillersBeside = 3

const writtenSsn = /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/

/** What parts look like, whatever is said of them. */
function shapesOf(parts: readonly SpokenPart[], turns: readonly Turn[]): Map<SpokenPart, Shape> {
  const shapes = new Map<SpokenPart, Shape>()
  const phones = turns.map(({ text }) => writtenPhones(text))
  for (const part of parts) {
    const [from, to] = [part.tokens[0]?.from ?? 0, part.tokens.at(-1)?.to ?? 0]
    // A bracket and a calling code come before the first digits.
    const isPhone = phones[part.turn]?.some((phone) => phone.from <= from && phone.to >= to) === true
    if (isPhone) shapes.set(part, 'phone')
    else if (part.digits.length === 9 && writtenSsn.test(turns[part.turn]?.text.slice(from, to) ?? ''))
      shapes.set(part, 'ssn')
  }
  for (const whole of new Set(parts.map((part) => part.whole))) {
    const tokens = whole.parts
      .filter((part) => shapes.get(part) !== 'phone')
      .flatMap((part) => part.tokens.map(({ digits }) => ({ digits, part })))
    for (const at of cardTokens(tokens)) {
      const part = tokens[at]?.part
      if (part !== undefined) shapes.set(part, 'card')
    }
  }
  return shapes
}
