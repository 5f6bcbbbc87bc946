import type { SensitiveKind } from '@callboard/contract/recordings'
import { type Cue, type HeardCue, isSensitive } from './number-cues.ts'
import { isPhoneLike } from './plain-numbers.ts'
import type { Said, SpokenNumber, SpokenPart } from './spoken-numbers.ts'
import type { Turn } from '../speech/transcript.ts'

/** After so many words somebody still looks for what was asked for, and whatever number they then say is taken for it. */
const nearWords = 100
/** Once it was told in full, others may follow that nobody asks for by name: its expiry, its code, or itself again. */
const afterNearWords = 40
const afterWords = 250
/** So far a word such as "card" or "account" is what a number is about, and so far it is a sign that there may be one. */
const mentionWords = 60
const farMentionWords = 400
/** So far "order number" or "my phone number" explains a number, and so far "tomorrow" or "costs" does. */
const plainWords = 40
const softWords = 12
const sentenceLength = 200

/** What a number looks like, whatever is said of it. */
export type Shape = 'card' | 'ssn' | 'phone'

/** A number that was named and is to be told. */
interface Expected {
  cue: Cue
  /** The index of the last word that was about it. */
  at: number
  /** How many digits were told since. */
  digitCount: number
}

interface Mentioned extends Expected {
  turn: number | undefined
  /** In a question. */
  isAsked: boolean
}

/** Of a card that nobody named. */
const unnamed = { does: 'names', minDigits: 12, maxDigits: 19 } as const

/** Hears a call from its beginning, and says of each number whether it must not be heard. */
export class NumberClassifier {
  readonly #said: readonly Said[]
  /** Named and to be told; the last one is the one that was named last. */
  #expected: Expected[] = []
  /** A number that may be heard, if it was named after all others. */
  #plain: Expected | undefined
  #mentioned: Mentioned | undefined
  #soft: Mentioned | undefined
  /** Numbers of which a part may be heard: what follows it is checked by itself. */
  readonly #explained = new Set<SpokenNumber>()

  readonly #turns: readonly Turn[]

  constructor(said: readonly Said[], turns: readonly Turn[]) {
    this.#said = said
    this.#turns = turns
  }

  hear({ cue, first, index }: HeardCue): void {
    const expected = { cue, at: index, digitCount: 0 }
    if (cue.does === 'mentions') {
      const mentioned = { ...expected, turn: this.#said[first]?.turn, isAsked: this.#isAsked(first, index) }
      if (isSensitive(cue.kind)) this.#mentioned = mentioned
      else this.#soft = mentioned
    } else if (isSensitive(cue.kind)) {
      this.#plain = undefined
      const open = this.#expected.filter(
        (one) => one.cue.kind !== cue.kind && one.digitCount < one.cue.minDigits,
      )
      this.#expected = [...open, expected]
    } else this.#plain = expected
  }

  /** Whether an answer is expected: "how many", or a sentence that ends with a question mark. */
  #isAsked(first: number, index: number): boolean {
    const [begins, ends] = [this.#said[first], this.#said[index - 1]]
    if (begins === undefined || ends === undefined) return false
    return /^(?:how|what|which|when|cuanto|que)$/.test(begins.text) || this.#isQuestion(ends)
  }

  /** Undefined for what may be heard. To be asked in the order in which the numbers are said. */
  kindOf(part: SpokenPart, shape: Shape | undefined): SensitiveKind | undefined {
    if (shape === 'card' || shape === 'ssn') return this.#decide(part, shape)
    if (this.#isPlain(part)) {
      this.#explained.add(part.whole)
      return undefined
    }
    const named = this.#expected.findLast((expected) => this.#isSpokenIn(part, expected, shape))
    if (named !== undefined && isSensitive(named.cue.kind)) return this.#decide(part, named.cue.kind)
    if (shape === 'phone' || part.reason !== undefined || part.isDoubtful) return undefined
    return this.#classifyUnnamed(part)
  }

  #decide(part: SpokenPart, kind: SensitiveKind): SensitiveKind {
    let expected = this.#expected.findLast(({ cue }) => cue.kind === kind)
    if (expected === undefined) {
      expected = { cue: { kind, ...unnamed }, at: part.last, digitCount: 0 }
      this.#expected.push(expected)
    }
    expected.at = part.last
    expected.digitCount += part.digits.length
    return kind
  }

  #isPlain(part: SpokenPart): boolean {
    const plain = this.#plain
    if (plain === undefined || part.first - plain.at > plainWords) return false
    const { minDigits, maxDigits } = plain.cue
    const { length } = part.whole.digits
    const isOther = this.#expected.length > 0 && (length < minDigits || length > maxDigits)
    if (isOther || plain.digitCount > 3 * maxDigits) return false
    plain.at = part.last
    plain.digitCount += part.digits.length
    return true
  }

  #isSpokenIn(part: SpokenPart, { cue, at, digitCount }: Expected, shape: Shape | undefined): boolean {
    const { reason } = part
    const distance = part.first - at
    const isFull = digitCount >= cue.maxDigits
    const isNear = distance <= (isFull ? afterNearWords : nearWords)
    if (shape === 'phone') return isNear && digitCount < cue.minDigits
    if (reason !== undefined && !(reason.is === 'moment' && isDate(cue)) && (reason.isSure || !isNear))
      return false
    if (part.isDoubtful) return isNear && !isFull && (part.tokens.length >= 3 || this.#isAllOfTurn(part))
    const { length } = part.whole.digits
    if (isNear) return !isFull || length > 1
    const isOpen = digitCount < cue.minDigits || distance <= afterWords
    if (!isOpen || this.#softFor(part) !== undefined || isPhoneLike(part.whole.digits)) return false
    return length >= 3 || (digitCount < cue.maxDigits && this.#isAllOfTurn(part))
  }

  /** By how long it is, and what the call is about. */
  #classifyUnnamed(part: SpokenPart): SensitiveKind | undefined {
    if (this.#softFor(part) !== undefined) {
      this.#explained.add(part.whole)
      return undefined
    }
    const { digits } = this.#explained.has(part.whole) ? part : part.whole
    const mentioned = this.#mentioned
    const distance = mentioned === undefined ? Infinity : part.first - mentioned.at
    if (isPhoneLike(digits) && !(mentioned?.isAsked === true && distance <= mentionWords)) return undefined
    if (digits.length >= 12) return this.#decide(part, digits.length >= 13 ? 'card' : 'account')
    const isAbout =
      distance <= mentionWords ? digits.length >= 4 : distance <= farMentionWords && digits.length >= 8
    if (mentioned !== undefined && isAbout && isSensitive(mentioned.cue.kind)) return mentioned.cue.kind
    return digits.length === 9 || digits.length === 11 ? 'account' : undefined
  }

  /** What explains a number in the same turn, or in the answer to a question, unless another was about something else. */
  #softFor(part: SpokenPart): Expected | undefined {
    const soft = this.#soft
    if (soft === undefined || part.first - soft.at > softWords) return undefined
    const isAbout = soft.turn === part.turn || (soft.isAsked && soft.at > (this.#mentioned?.at ?? -1))
    return isAbout && part.whole.digits.length <= soft.cue.maxDigits ? soft : undefined
  }

  /** Whether the sentence of a word ends with a question mark. */
  #isQuestion({ turn, to }: Said): boolean {
    const rest = this.#turns[turn]?.text.slice(to, to + sentenceLength) ?? ''
    return /^[^.!?]*\?/.test(rest)
  }

  #isAllOfTurn({ first, last, turn }: SpokenPart): boolean {
    return this.#said[first - 1]?.turn !== turn && this.#said[last + 1]?.turn !== turn
  }
}

function isDate({ kind }: Cue): boolean {
  return kind === 'expiry' || kind === 'birthDate'
}
