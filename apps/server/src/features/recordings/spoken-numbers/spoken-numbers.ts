import { fillerWords } from './number-words.ts'
import { type PlainReason, plainReason } from './plain-numbers.ts'
import { type Token, tokensOf } from './spoken-digits.ts'
import type { Turn } from '../speech/transcript.ts'

/** A token in the call: its turn, who said it, and its place among all. */
export type Said = Token & { turn: number; speaker: string; index: number }

/** What is said of a number in one turn, without another word than "uh" or "and then" in it. */
export interface SpokenPart {
  tokens: Said[]
  digits: string
  turn: number
  speaker: string
  /** The indexes of its first and last token. */
  first: number
  last: number
  /** Whether only words like "for" and "to" say it, which are digits where some are expected. */
  isDoubtful: boolean
  /** What the words beside it say that it is. */
  reason: PlainReason | undefined
  /** The number that it is a part of. */
  whole: SpokenNumber
}

/** The parts of a number as one speaker says it, in one turn or over several. */
export interface SpokenNumber {
  parts: SpokenPart[]
  digits: string
}

/** So many "uh", "and then", letters may stand within a part. */
const maxFillers = 8
/** So many other words of the same speaker, in one turn or over several, and of the others between two parts of a number. */
const maxWordsInTurn = 5
const maxWordsOverTurns = 1
const maxOtherWords = 14

/** All words of a call in the order in which they are said. */
export function saidIn(turns: readonly Turn[]): Said[] {
  const inOrder = Array.from(turns, (turn, at) => ({ turn, at })).toSorted(
    (one, other) => one.turn.start - other.turn.start || one.at - other.at,
  )
  const said: Said[] = []
  for (const { turn, at } of inOrder) {
    for (const token of tokensOf(turn.text))
      said.push({ ...token, turn: at, speaker: turn.speaker, index: said.length })
  }
  for (const own of Map.groupBy(said, ({ speaker }) => speaker).values()) settleDoubtful(own)
  return said
}

export function isFiller({ form, text }: Pick<Token, 'form' | 'text'>): boolean {
  return form === 'word' && (fillerWords.has(text) || /^\p{L}$/u.test(text))
}

function isNumber({ form }: Pick<Token, 'form'>): boolean {
  return form !== 'word' && form !== 'maybe' && form !== 'amount'
}

/** Words like "for" and "oh" between digits, or at the edge of a turn beside some, are digits. */
function settleDoubtful(own: Said[]): void {
  const heard = own.filter((token) => !isFiller(token))
  for (let at = 0; at < heard.length;) {
    let end = at
    while (heard[end]?.form === 'maybe' && heard[end]?.turn === heard[at]?.turn) end += 1
    if (end === at) {
      at += 1
      continue
    }
    const group = heard.slice(at, end)
    const [before, after] = [heard[at - 1], heard[end]]
    const turn = group[0]?.turn
    const left = before !== undefined && before.turn === turn ? isNumber(before) : undefined
    const right = after !== undefined && after.turn === turn ? isNumber(after) : undefined
    const isDigits = (left === true && right !== false) || (right === true && left !== false)
    const hasZero = group.every(({ digits }) => digits === '0') && (left === true || right === true)
    if (isDigits || hasZero) for (const token of group) token.form = 'digits'
    at = end
  }
}

const determiners = new Set(
  'this that which the no any every each another new old same first last only right wrong other what some next single'.split(
    ' ',
  ),
)
const afterOne =
  /^(?:moment|second|sec|more|of|minute|time|thing|day|that|with|who|is|was|i|we|you|they|quick|other|or|in|on|at|where)$/

/** "One moment", "the other one", "this one": no number unless digits are beside it. */
function isPronoun(said: readonly Said[], { tokens, first, last, turn }: SpokenPart): boolean {
  const [token] = tokens
  if (tokens.length !== 1 || (token?.text !== 'one' && token?.text !== 'un' && token?.text !== 'una'))
    return false
  const before = said[first - 1]
  const after = said[last + 1]
  return (
    (before?.turn === turn && determiners.has(before.text)) ||
    (after?.turn === turn && afterOne.test(after.text))
  )
}

/** The numbers of a call. `breaks`: indexes at which something else is asked for or told. */
export function spokenNumbers(said: readonly Said[], breaks: ReadonlySet<number>): SpokenPart[] {
  const parts = partsIn(said).filter((part) => !isPronoun(said, part))
  const words = countsOf(said, (token) => token.form === 'word' && !isFiller(token))
  const own = new Map<string, SpokenPart>()
  const ownWords = ownWordsOf(said)
  const broken = countsOf(said, ({ index }) => breaks.has(index))
  for (const part of parts) {
    part.reason = plainReason(said, part)
    // What is a price or a time is no part of what is told before and after it.
    if (part.isDoubtful || part.reason !== undefined) continue
    const before = own.get(part.speaker)
    own.set(part.speaker, part)
    if (before === undefined) continue
    const mine = (ownWords[part.first] ?? 0) - (ownWords[before.last] ?? 0)
    const all = between(words, before.last, part.first)
    const maxWords = before.turn === part.turn ? maxWordsInTurn : maxWordsOverTurns
    if (mine > maxWords || all - mine > maxOtherWords || between(broken, before.last, part.first) > 0)
      continue
    before.whole.parts.push(part)
    before.whole.digits += part.digits
    part.whole = before.whole
  }
  return parts
}

function partsIn(said: readonly Said[]): SpokenPart[] {
  const parts: SpokenPart[] = []
  let fillers = 0
  for (const token of said) {
    const last = parts.at(-1)
    const isDoubtful = token.form === 'maybe'
    if (!isNumber(token) && !isDoubtful) {
      fillers = isFiller(token) ? fillers + 1 : Infinity
      continue
    }
    const isNext = last?.turn === token.turn && fillers <= maxFillers && last.isDoubtful === isDoubtful
    if (isNext) add(last, token)
    else parts.push(partOf(token, isDoubtful))
    fillers = 0
  }
  return parts
}

function partOf(token: Said, isDoubtful: boolean): SpokenPart {
  const { digits, turn, speaker, index } = token
  const whole: SpokenNumber = { parts: [], digits }
  const part: SpokenPart = {
    tokens: [token],
    digits,
    turn,
    speaker,
    first: index,
    last: index,
    isDoubtful,
    reason: undefined,
    whole,
  }
  whole.parts.push(part)
  return part
}

function add(part: SpokenPart, token: Said): void {
  part.tokens.push(token)
  part.digits += token.digits
  part.whole.digits += token.digits
  part.last = token.index
}

/** How many words of the same speaker come before each token. */
function ownWordsOf(said: readonly Said[]): Uint32Array {
  const counts = new Uint32Array(said.length)
  const own = new Map<string, number>()
  for (const token of said) {
    const count = own.get(token.speaker) ?? 0
    counts[token.index] = count
    if (token.form === 'word' && !isFiller(token)) own.set(token.speaker, count + 1)
  }
  return counts
}

/** How many tokens before each, and before the end, are such. */
function countsOf(said: readonly Said[], isSuch: (token: Said) => boolean): Uint32Array {
  const counts = new Uint32Array(said.length + 1)
  for (const token of said) counts[token.index + 1] = (counts[token.index] ?? 0) + (isSuch(token) ? 1 : 0)
  return counts
}

/** How many of the tokens after one, up to another inclusive, are such. */
function between(counts: Uint32Array, after: number, to: number): number {
  return (counts[to + 1] ?? 0) - (counts[after + 1] ?? 0)
}
