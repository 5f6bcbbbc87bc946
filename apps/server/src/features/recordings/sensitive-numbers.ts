import { type Token, tokensOf } from './spoken-digits.ts'
import type { Turn } from './transcript.ts'

export type SensitiveKind = 'card' | 'securityCode' | 'expiry' | 'ssn' | 'account'

/** A part of a turn's text that must not be read or heard: `from` and `to` (exclusive) are places in the text. */
export type SensitiveText = { turn: number; from: number; to: number; kind: SensitiveKind }

/** A token in the call: its turn and who said it. */
type Said = Token & { turn: number; speaker: string; at: number; index: number }

/** Digits that follow each other with little between them. */
type Run = { tokens: Said[]; digits: string }

/** Words that may stand between the digits of one number: "four one one one, um, and then one one". */
const mostWordsBetween = 6
/** How long somebody may pause within one number, in seconds. */
const longestPause = 20
/** How many words before a number may say what it is. */
const contextWords = 40
/** Digits that follow a card's number and are not said to be anything else: its expiry and its code. */
const mostDigitsAfterCard = 11

/** What a number is said to be, and how many digits it then has. Numbers that nobody has to hide end an earlier context. */
const contexts: { kind: SensitiveKind | undefined; words: RegExp; least: number; most: number }[] = [
  { kind: 'ssn', words: /\b(social security|social|ssn|s s n|tax id|taxpayer)\b/g, least: 4, most: 9 },
  {
    kind: 'securityCode',
    words:
      /\b(cvv2?|cvc2?|cid|c v v|c v c|security (code|number)|verification (code|number|value)|(digits?|numbers?|code) (on|at) (the|your) (back|front))\b/g,
    least: 3,
    most: 4,
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
    most: 19,
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
      /\b(phone|telephone|cell|mobile|callback|call you|reach you|zip|postal|address|order|confirmation|reference|extension)\b/g,
    least: 0,
    most: 0,
  },
]

/**
 * Where a call's transcript tells a card number, its security code or expiry, a social security or an account number:
 * in digits or in words, in one turn or over several. Rather one stretch too many than one too few.
 */
export function findSensitiveText(turns: Turn[]): SensitiveText[] {
  const said = turns
    .flatMap(({ speaker, start, text }, turn) =>
      tokensOf(text).map((token) => ({ ...token, turn, speaker, at: start })),
    )
    .map((token, index) => ({ ...token, index }))
  const found = new Map<Said, SensitiveKind>()
  const mark = (tokens: Said[], kind: SensitiveKind) => {
    for (const token of tokens) if (!found.has(token)) found.set(token, kind)
  }
  // Read back by the other person, or by both by turns, a number is the same number.
  const voices = [said, ...Map.groupBy(said, (token) => token.speaker).values()]
  for (const voice of voices) {
    for (const run of runsOf(voice)) {
      for (const tokens of cardsIn(run)) mark(tokens, 'card')
      for (const tokens of socialNumbersIn(run, turns)) mark(tokens, 'ssn')
    }
  }
  const runs = contextRuns(said)
  for (const { tokens, context } of runs) {
    const rest = tokens.filter((token) => !found.has(token))
    const digits = digitCount(rest)
    if (context?.kind !== undefined && digits >= context.least && digits <= context.most)
      mark(rest, context.kind)
  }
  for (const tokens of afterCards(runs, found)) mark(tokens, 'securityCode')
  return [...found].map(([{ turn, from, to }, kind]) => ({ turn, from, to, kind })).toSorted(byPlace)
}

function byPlace(left: SensitiveText, right: SensitiveText): number {
  return left.turn - right.turn || left.from - right.from
}

function runsOf(said: Said[]): Run[] {
  const runs: Run[] = []
  let run: Said[] = []
  let between = 0
  const close = () => {
    if (run.length > 0) runs.push({ tokens: run, digits: run.map((token) => token.digits).join('') })
    run = []
    between = 0
  }
  for (const token of said) {
    if (token.digits === '') between += 1
    else {
      const last = run.at(-1)
      if (last !== undefined && (between > mostWordsBetween || token.at - last.at > longestPause)) close()
      run.push(token)
      between = 0
    }
  }
  close()
  return runs
}

/** Lengths and first digits of the cards in use (ISO/IEC 7812): Visa, Mastercard, American Express, Diners, and the rest. */
const cardNumber =
  /^(4(\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{14,18})$/

/** The tokens of every stretch of a run that is a card's number. */
function cardsIn({ tokens }: Run): Said[][] {
  const cards: Said[][] = []
  for (let from = 0; from < tokens.length; from += 1) {
    let digits = ''
    for (let to = from; to < tokens.length && digits.length < 19; to += 1) {
      digits += tokens[to]?.digits ?? ''
      if (cardNumber.test(digits) && isLuhn(digits)) {
        cards.push(tokens.slice(from, to + 1))
      }
    }
  }
  return cards
}

/** ISO/IEC 7812-1: every second digit from the right is doubled, and all add up to a multiple of ten. */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Numbers written as social security numbers are: three digits, two and four with hyphens between them. */
function socialNumbersIn({ tokens }: Run, turns: Turn[]): Said[][] {
  return tokens.flatMap((first, index) => {
    const parts = tokens.slice(index, index + 3)
    const last = parts.at(-1)
    if (last?.turn !== first.turn) return []
    const written = turns[first.turn]?.text.slice(first.from, last.to) ?? ''
    return /^\d{3}-\d{2}-\d{4}$/.test(written) ? [parts] : []
  })
}

type ContextRun = { tokens: Said[]; context: (typeof contexts)[number] | undefined }

/** Digits that follow each other, each stretch with the last thing before it that says what they are. */
function contextRuns(said: Said[]): ContextRun[] {
  const spoken = contextsIn(said)
  const runs: ContextRun[] = []
  for (const { tokens } of runsOf(said)) {
    for (const token of tokens) {
      const context = spoken.findLast(
        ({ after }) => after <= token.index && after > token.index - contextWords,
      )?.context
      const last = runs.at(-1)
      if (last?.context === context && token !== tokens[0]) last?.tokens.push(token)
      else runs.push({ tokens: [token], context })
    }
  }
  return runs
}

/** The words that say what a number is, each with the index of the token after it, in order. */
function contextsIn(said: Said[]): { after: number; context: (typeof contexts)[number] }[] {
  const starts: number[] = []
  let text = ''
  for (const token of said) {
    starts.push(text.length)
    text += `${token.text} `
  }
  return contexts
    .flatMap((context) =>
      Array.from(text.matchAll(context.words), ({ index, 0: words }) => ({
        context,
        end: index + words.length,
      })),
    )
    .toSorted((left, right) => left.end - right.end)
    .map(({ context, end }) => ({ context, after: starts.findLastIndex((start) => start < end) + 1 }))
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

function digitCount(tokens: Said[]): number {
  return tokens.reduce((sum, token) => sum + token.digits.length, 0)
}
