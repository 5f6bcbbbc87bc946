import { type NumberWord, numberWords, repeatWords, soundsLikeDigit } from './number-words.ts'

/**
 * What a token is:
 * - `word`: it stands for no digits
 * - `digits`: said or written digit by digit, in pairs, in groups; `quantity`: "four hundred twelve", `1,200`
 * - `maybe`: it sounds like a digit and is a word of its own, too: "for", "to", "oh"
 * - `mixed`: letters and digits: `GB29NWBK6016`
 * - `date`, `time`, `decimal`: written as such, which speech to text does with other numbers as well
 * - `amount`: a price, a percentage, an ordinal, a measure; it has no digits
 */
export type TokenForm =
  | 'word'
  | 'digits'
  | 'quantity'
  | 'maybe'
  | 'mixed'
  | 'date'
  | 'time'
  | 'decimal'
  | 'amount'

/** A range of text that stands for digits, or a word that stands for none. */
export interface Token {
  form: TokenForm
  /** The digits it stands for, `` for any other word. */
  digits: string
  /** In lower case and without accents. */
  text: string
  /** Where it lies in the text, `to` exclusive. */
  from: number
  to: number
}

/** No part of it looks further ahead than it takes: whoever sends a transcript writes it as they like. */
const word = new RegExp(
  [
    String.raw`[$€£¥]\s?\d[\d.,]*`,
    String.raw`\d[\d.,]{0,15}\s?[%€£¥]`,
    String.raw`\d{1,2}\/\d{1,2}\/\d{2,4}`,
    String.raw`\d{1,2}\/\d{2,4}(?![\d/])`,
    String.raw`(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])`,
    String.raw`\d{1,2}:\d{2}(?::\d{2})?`,
    String.raw`\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d{1,2})?`,
    String.raw`(?<![\d.-])\d{1,9}\.\d{1,2}(?![\d.-]|\s\d)`,
    String.raw`[\p{L}\p{M}\p{N}'’]+`,
  ].join('|'),
  'gu',
)

/**
 * The words of a text, those that stand for digits with their digits: `4111`, `four`, `double four`, `forty-one`,
 * `four hundred twelve`, `treinta y cinco`. Signs between words belong to none.
 */
export function tokensOf(text: string): Token[] {
  const words = Array.from(withPlainDigits(text).matchAll(word), ({ 0: found, index }) => ({
    text: plain(found),
    from: index,
    to: index + found.length,
  }))
  const tokens: Token[] = []
  for (let at = 0; at < words.length;) {
    const { form, digits, count } = spokenAt(words, at) ?? { ...written(words[at]?.text ?? ''), count: 1 }
    const [first, last] = [words[at], words[at + count - 1]]
    if (first === undefined || last === undefined) break
    tokens.push({ form, digits, text: first.text, from: first.from, to: last.to })
    at += count
  }
  return tokens
}

function plain(found: string): string {
  return found.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'")
}

/** Digits of other scripts, and those as wide as letters, as 0 to 9, each in its place. */
function withPlainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (sign) => plainDigit(sign).padEnd(sign.length, '\u200B'))
}

function plainDigit(sign: string): string {
  const compatible = sign.normalize('NFKC')
  if (/^[0-9]$/.test(compatible)) return compatible
  const code = sign.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

const measured =
  /^\d+(?:st|nd|rd|th|s|k|kg|g|mg|ml|l|lbs?|oz|km|mi|mph|cm|mm|m|ft|in|mins?|secs?|hrs?|x|gb|mb|tb|hz|w|v|c|f|p|er|e)$/

function written(text: string): { form: TokenForm; digits: string } {
  if (!/\d/.test(text)) {
    const digits = soundsLikeDigit.get(text)
    return digits === undefined ? { form: 'word', digits: '' } : { form: 'maybe', digits }
  }
  const digits = text.replaceAll(/\D/g, '')
  if (/^\d+$/.test(text)) return { form: 'digits', digits }
  if (/[$€£¥%]/.test(text) || measured.test(text)) return { form: 'amount', digits: '' }
  if (text.includes('/') || text.includes('-')) return { form: 'date', digits }
  if (text.includes(':') || /^\d{1,4}(?:am|pm|a|h)$/.test(text)) return { form: 'time', digits }
  if (text.includes(',')) return { form: 'quantity', digits }
  return { form: text.includes('.') ? 'decimal' : 'mixed', digits }
}

interface Word {
  text: string
}

/** The digits that the words from a place on stand for, and how many words that takes; undefined when the first is none. */
function spokenAt(
  words: readonly Word[],
  at: number,
): { form: TokenForm; digits: string; count: number } | undefined {
  const repeats = repeatWords.get(words[at]?.text ?? '')
  if (repeats !== undefined) {
    const next = words[at + 1]?.text ?? ''
    const digit = unitOf(next) ?? soundsLikeDigit.get(next) ?? (/^\d$/.test(next) ? next : undefined)
    return digit === undefined ? undefined : { form: 'digits', digits: digit.repeat(repeats), count: 2 }
  }
  const below = belowThousand(words, at)
  const thousand = rankAt(words, at + below.count, 'thousand')
  if (thousand === undefined) {
    if (below.count === 0) return undefined
    return { form: below.isQuantity ? 'quantity' : 'digits', digits: String(below.value), count: below.count }
  }
  if (below.count === 0 && words[at]?.text !== 'mil') return undefined
  const rest = restAfter(words, at + below.count + 1)
  const value = (below.count === 0 ? 1 : below.value) * thousand.value + rest.value
  return { form: 'quantity', digits: String(value), count: below.count + 1 + rest.count }
}

interface Part {
  value: number
  count: number
  isQuantity: boolean
}

const nothing: Part = { value: 0, count: 0, isQuantity: false }

/** "forty-one", "four hundred and twelve", "twelve hundred", "cuatrocientos doce". */
function belowThousand(words: readonly Word[], at: number): Part {
  const hundreds = rankAt(words, at, 'hundreds')
  const small = hundreds === undefined ? belowHundred(words, at) : nothing
  const scale = rankAt(words, at + small.count, 'hundred')
  if (hundreds === undefined && (small.count === 0 || scale === undefined)) return small
  const rest = smallAfter(words, at + small.count + 1)
  const value = hundreds?.value ?? small.value * 100
  return { value: value + rest.value, count: small.count + 1 + rest.count, isQuantity: true }
}

function belowHundred(words: readonly Word[], at: number): Part {
  const ten = rankAt(words, at, 'ten')
  const whole = ten ?? rankAt(words, at, 'teen') ?? rankAt(words, at, 'unit')
  if (whole === undefined) return nothing
  if (ten === undefined) return { value: whole.value, count: 1, isQuantity: false }
  const isJoined = words[at + 1]?.text === 'y'
  const unit = rankAt(words, at + (isJoined ? 2 : 1), 'unit')
  return unit === undefined || unit.value === 0
    ? { value: ten.value, count: 1, isQuantity: false }
    : { value: ten.value + unit.value, count: isJoined ? 3 : 2, isQuantity: false }
}

/** "and twelve" after hundreds. */
function smallAfter(words: readonly Word[], at: number): Part {
  const isJoined = words[at]?.text === 'and'
  const small = belowHundred(words, isJoined ? at + 1 : at)
  return small.count === 0 || small.value === 0
    ? nothing
    : { ...small, count: small.count + (isJoined ? 1 : 0) }
}

/** "two hundred thirty four" after a thousand. */
function restAfter(words: readonly Word[], at: number): Part {
  const below = belowThousand(words, at)
  return below.count === 0 || below.value === 0 ? smallAfter(words, at) : below
}

function rankAt(words: readonly Word[], at: number, rank: NumberWord['rank']): NumberWord | undefined {
  const found = numberWords.get(words[at]?.text ?? '')
  return found?.rank === rank ? found : undefined
}

function unitOf(text: string): string | undefined {
  const found = numberWords.get(text)
  return found?.rank === 'unit' ? String(found.value) : undefined
}
