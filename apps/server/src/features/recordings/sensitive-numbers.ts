import { type Token, tokensOf } from './spoken-digits.ts'
import type { Turn } from './transcript.ts'

export type SensitiveKind = 'card' | 'securityCode' | 'expiry' | 'ssn' | 'account'

/** A part of a turn's text that must not be read or heard: `from` and `to` (exclusive) are places in the text. */
export type SensitiveText = { turn: number; from: number; to: number; kind: SensitiveKind }

/** A token in the call: its turn, who said it and, as far as that is known, when, in seconds. */
type Said = Token & { turn: number; speaker: string; at: number; index: number }

/** Digits that follow each other with little between them. */
type Run = Said[]

/** Words that may stand between the digits of one number: "four one one one, um, and then one one". */
const mostWordsBetween = 8
/** How long somebody may pause within one number, in seconds. */
const longestPause = 30
/** How many words before a number may say what it is. */
const contextWords = 40
/** Digits that follow a card's number and are not said to be anything else: its expiry and its code. */
const mostDigitsAfterCard = 11
/** By which people take back what they said last. */
const corrections = new Set(['sorry', 'no', 'wait', 'mean', 'correction', 'actually', 'oops', 'scratch'])
/** How many words for digits a correction may put right. */
const mostCorrected = 4

/** What a number is said to be, and how many digits it then has. Numbers that nobody has to hide end an earlier context. */
const contexts: { kind: SensitiveKind | undefined; words: RegExp; least: number; most: number }[] = [
  { kind: 'ssn', words: /\b(social security|social|ssn|s s n|tax id|taxpayer)\b/g, least: 4, most: 9 },
  {
    kind: 'securityCode',
    words:
      /\b(cvv2?|cvc2?|cid|c v v|c v c|security (code|number)|verification (code|number|value)|(digits?|numbers?|code) (is |are )?(on|at) (the|your) (back|front|reverse)( of (it|(the|your) card))?|(three|four|3|4) digits?( code)?)\b/g,
    least: 3,
    // Read back, too.
    most: 8,
  },
  {
    kind: 'expiry',
    words: /\b(expir\w*|exp date|valid (thru|through|until)|good (thru|through))\b/g,
    least: 2,
    most: 8,
  },
  {
    kind: 'card',
    words: /\b(card|visa|mastercard|amex|american express|discover|debit)\b/g,
    least: 12,
    // Said twice, read back, and with corrections.
    most: 60,
  },
  {
    kind: 'account',
    words: /\b(account|routing|iban|sort code|bank|checking|savings)\b/g,
    least: 6,
    most: 34,
  },
  {
    kind: undefined,
    words:
      /\b(phone|telephone|cell|mobile|callback|number to call|(call|reach) (me|you|us)|zip|postal|address|order|invoice|confirmation|reference|tracking number|serial|model|appointment|extension)\b/g,
    least: 0,
    most: 0,
  },
]

/**
 * Where a call's transcript tells a card number, its security code or expiry, a social security or an account number:
 * in digits or in words, in one turn or over several. Rather one stretch too many than one too few.
 */
export function findSensitiveText(turns: Turn[]): SensitiveText[] {
  const said = saidIn(turns)
  const found = new Map<Said, SensitiveKind>()
  const mark = (tokens: Said[], kind: SensitiveKind) => {
    for (const token of tokens) if (!found.has(token)) found.set(token, kind)
  }
  // Read back by the other person, or by both by turns, a number is the same number.
  const voices = [said, ...Map.groupBy(said, (token) => token.speaker).values()]
  const named = contextsIn(said)
  const contextOf = lastContexts(said, named)
  const spoken = voices.flatMap(runsOf)
  mark(cardsIn(spoken, { said, named, turns }), 'card')
  for (const run of spoken) for (const tokens of socialNumbersIn(run, turns)) mark(tokens, 'ssn')
  const runs = voices.flatMap((voice) => contextRuns(voice, contextOf))
  for (const { tokens, context } of runs) {
    if (context?.kind === undefined || digitCount(tokens) < context.least) continue
    mark(
      leading(
        tokens.filter((token) => !found.has(token)),
        context.most,
      ),
      context.kind,
    )
  }
  for (const tokens of afterCards(runs, found)) mark(tokens, 'securityCode')
  return [...found].map(([{ turn, from, to }, kind]) => ({ turn, from, to, kind })).toSorted(byPlace)
}

function saidIn(turns: Turn[]): Said[] {
  const said: Said[] = []
  for (const [turn, { speaker, start, end, text }] of turns.entries()) {
    for (const token of tokensOf(text)) {
      const at = start + ((end - start) * token.from) / text.length
      said.push({ ...token, turn, speaker, at, index: said.length })
    }
  }
  return said
}

function byPlace(left: SensitiveText, right: SensitiveText): number {
  return left.turn - right.turn || left.from - right.from
}

function runsOf(said: Said[]): Run[] {
  const runs: Run[] = []
  let between = 0
  for (const token of said) {
    if (token.digits === '') between += 1
    else {
      const run = runs.at(-1)
      const last = run?.at(-1)
      const isNew = last === undefined || between > mostWordsBetween || token.at - last.at > longestPause
      if (isNew) runs.push([token])
      else run?.push(token)
      between = 0
    }
  }
  return runs
}

/** Lengths and first digits of the cards in use (ISO/IEC 7812): Visa, Mastercard, American Express, Diners, and the rest. */
const cardNumber =
  /^(4(\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{14,18})$/

interface Call {
  said: Said[]
  named: Map<number, Context>
  turns: Turn[]
}

/**
 * The digits of every stretch of a run that is a card's number, with what was said wrong in it or read back meanwhile. Takes
 * time by the length of the call alone, however many stretches there are: whoever sends a transcript writes it as they like.
 */
function cardsIn(runs: Run[], { said, named, turns }: Call): Said[] {
  const correctedBy = lastBefore(said, ({ text }) => corrections.has(text))
  // Made of several numbers, of which something else is said, none is a card's.
  const others = countsOf(said, ({ index }) => (named.get(index) ?? cardContext) !== cardContext)
  const phones = countsOf(said, phonesIn(turns))
  const begins = new Int32Array(said.length + 1)
  for (const reading of runs.flatMap((run) => readingsOf(run, said, correctedBy))) {
    for (const { first, last } of cardsOf(reading)) {
      const hasOther = countIn(others, first + 1, last) > 0
      // A phone number is written with two more tokens.
      if (hasOther || countIn(phones, first, last - 2) > 0) continue
      begins[first] = (begins[first] ?? 0) + 1
      begins[last + 1] = (begins[last + 1] ?? 0) - 1
    }
  }
  let open = 0
  return said.filter(({ index, digits }) => (open += begins[index] ?? 0) > 0 && digits !== '')
}

/** The indexes of the tokens with which each card's number in a reading begins and ends. */
function* cardsOf(reading: Run): Generator<{ first: number; last: number }> {
  const digits = reading.map((token) => token.digits).join('')
  const sums = luhnSums(digits)
  const starts = [0]
  for (const token of reading) starts.push((starts.at(-1) ?? 0) + token.digits.length)
  for (const [from, first] of reading.entries()) {
    const start = starts[from] ?? 0
    for (let to = from; to < reading.length; to += 1) {
      const end = starts[to + 1] ?? 0
      if (end - start > mostCardDigits) break
      if (end - start < leastCardDigits || !isLuhnSum(sums, start, end)) continue
      const last = reading[to]
      if (last !== undefined && cardNumber.test(digits.slice(start, end)))
        yield { first: first.index, last: last.index }
    }
  }
}

const leastCardDigits = 13
const mostCardDigits = 19

/** As North American numbers are written, and cards never. */
const phoneNumber = /(?<![\d-])\d{3}[-.]\d{3}[-.]\d{4}(?![\d-])/g

/** Tells whether a token begins a phone number. */
function phonesIn(turns: Turn[]): (token: Said) => boolean {
  const places = turns.map(
    ({ text }) => new Set(Array.from(text.matchAll(phoneNumber), ({ index }) => index)),
  )
  return ({ turn, from }) => places[turn]?.has(from) === true
}

/** How many tokens before each, and before the end, are such. */
function countsOf(said: Said[], isSuch: (token: Said) => boolean): Int32Array {
  const counts = new Int32Array(said.length + 1)
  for (const token of said) counts[token.index + 1] = (counts[token.index] ?? 0) + (isSuch(token) ? 1 : 0)
  return counts
}

/** How many of the tokens from the first to the last are such. */
function countIn(counts: Int32Array, first: number, last: number): number {
  return last < first ? 0 : (counts[last + 1] ?? 0) - (counts[first] ?? 0)
}

/** For each token the index of the last one before it that is such, or -1. */
function lastBefore(said: Said[], isSuch: (token: Said) => boolean): Int32Array {
  const found = new Int32Array(said.length)
  let last = -1
  for (const token of said) {
    found[token.index] = last
    if (isSuch(token)) last = token.index
  }
  return found
}

/** A run as it was said, and with what corrections may mean: "four, sorry, five", "five, not four". */
function readingsOf(run: Run, said: Said[], correctedBy: Int32Array): Run[] {
  const isNegated = (token: Said) => said[token.index - 1]?.text === 'not'
  const corrected = new Set(
    run.filter((token, at) => (correctedBy[token.index] ?? -1) > (run[at - 1]?.index ?? Infinity)),
  )
  if (corrected.size === 0) return [run]
  const readings = Array.from({ length: mostCorrected }, (_, taken) => {
    const reading: Said[] = []
    for (const token of run) {
      if (isNegated(token)) continue
      if (corrected.has(token)) reading.splice(Math.max(0, reading.length - taken - 1))
      reading.push(token)
    }
    return reading
  })
  return [run, ...readings]
}

/** ISO/IEC 7812-1: every second digit from the right is doubled, and all add up to a multiple of ten. */
export function isLuhn(digits: string): boolean {
  return isLuhnSum(luhnSums(digits), 0, digits.length)
}

/** Sums of the digits before each place, those at even places doubled in one and those at odd places in the other. */
function luhnSums(digits: string): [even: Int32Array, odd: Int32Array] {
  const sums: [Int32Array, Int32Array] = [
    new Int32Array(digits.length + 1),
    new Int32Array(digits.length + 1),
  ]
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[at])
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    for (const [parity, sum] of sums.entries())
      sum[at + 1] = (sum[at] ?? 0) + (at % 2 === parity ? doubled : digit)
  }
  return sums
}

/** Whether the digits from one place to another, exclusive, are a number by that rule. */
function isLuhnSum([even, odd]: [Int32Array, Int32Array], from: number, to: number): boolean {
  const sums = to % 2 === 0 ? even : odd
  return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0
}

/** Numbers written as social security numbers are: three digits, two and four with hyphens between them. */
function socialNumbersIn(tokens: Run, turns: Turn[]): Said[][] {
  return tokens.flatMap((first, index) => {
    if (first.digits.length !== 3) return []
    const parts = tokens.slice(index, index + 3)
    const last = parts.at(-1)
    if (last?.turn !== first.turn) return []
    const written = turns[first.turn]?.text.slice(first.from, last.to) ?? ''
    return /^\d{3}-\d{2}-\d{4}$/.test(written) ? [parts] : []
  })
}

type Context = (typeof contexts)[number]
const cardContext = contexts.find(({ kind }) => kind === 'card')
type ContextRun = { tokens: Said[]; context: Context | undefined }

/** Digits that follow each other, each stretch with the last thing before it that says what they are. */
function contextRuns(voice: Said[], contextOf: (Context | undefined)[]): ContextRun[] {
  const runs: ContextRun[] = []
  for (const tokens of runsOf(voice)) {
    for (const token of tokens) {
      const context = contextOf[token.index]
      const last = runs.at(-1)
      if (last?.context === context && token !== tokens[0]) last?.tokens.push(token)
      else runs.push({ tokens: [token], context })
    }
  }
  return runs
}

/** What words say the next number is, by the index of the token after them. */
function contextsIn(said: Said[]): Map<number, Context> {
  const text = said.map((token) => `${token.text} `).join('')
  const spoken = contexts
    .flatMap((context) =>
      Array.from(text.matchAll(context.words), ({ index, 0: words }) => ({
        context,
        start: index,
        end: index + words.length,
      })),
    )
    .toSorted((left, right) => left.start - right.start)
  const named = new Map<number, Context>()
  let index = 0
  let passed = 0
  let end = 0
  for (const one of spoken) {
    // "The code on the back of the card" is about the code, "social security number" about no code.
    if (one.start < end) continue
    end = one.end
    for (; index < said.length && passed < end; index += 1) passed += (said[index]?.text.length ?? 0) + 1
    named.set(index, one.context)
  }
  return named
}

/** For each token what the last words before it, not too far away, say it is. */
function lastContexts(said: Said[], named: Map<number, Context>): (Context | undefined)[] {
  let context: Context | undefined
  let since = 0
  return said.map((_, index) => {
    const now = named.get(index)
    if (now !== undefined) {
      context = now
      since = index
    }
    return index - since < contextWords ? context : undefined
  })
}

/** What is said right after a card's number and is said to be nothing else. */
function afterCards(runs: ContextRun[], found: Map<Said, SensitiveKind>): Said[][] {
  return runs.flatMap(({ tokens }) => {
    const lastOfCard = tokens.findLastIndex((token) => found.get(token) === 'card')
    if (lastOfCard === -1) return []
    const after = tokens.slice(lastOfCard + 1).filter((token) => !found.has(token))
    return after.length > 0 && digitCount(after) <= mostDigitsAfterCard ? [after] : []
  })
}

/** The first of the tokens, up to so many digits. */
function leading(tokens: Said[], most: number): Said[] {
  let digits = 0
  return tokens.filter((token) => (digits += token.digits.length) <= most)
}

function digitCount(tokens: Said[]): number {
  return tokens.reduce((sum, token) => sum + token.digits.length, 0)
}
