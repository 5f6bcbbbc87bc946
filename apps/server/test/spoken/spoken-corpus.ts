import { between, chance, normal, pick, type Random, randomOf } from '#server/setup/demo/random.ts'
import type { Turn } from '#server/features/recordings/speech/transcript.ts'
import {
  cardNumber,
  digitsOf,
  englishStyles,
  type Piece,
  sayNumber,
  secret,
  spanishStyles,
  type Style,
  withBreaks,
} from './number-styles.ts'
import type { Subject, Vocabulary } from './vocabulary.ts'

/** Where in a turn digits are told that must not be heard. */
export interface SecretPlace {
  turn: number
  from: number
  to: number
  digits: number
  kind: Subject['kind']
}

export interface SpokenCall {
  turns: Turn[]
  secrets: SecretPlace[]
}

type Line = { speaker: 'agent' | 'caller'; pieces: Piece[]; kind?: Subject['kind'] }

/** A made-up call in which one to four numbers are told, with the words of a vocabulary, in English or at times in Spanish. */
export function buildSensitiveCall(seed: number, words: Vocabulary): SpokenCall {
  const random = randomOf(seed, 'sensitive')
  const isSpanish = chance(random, 0.12)
  const subjects = isSpanish ? words.spanish : words.subjects
  const lines: Line[] = [agent(pick(random, words.openings)), caller(pick(random, words.openings))]
  for (let count = pick(random, [1, 1, 1, 2, 2, 3, 4]); count > 0; count -= 1)
    lines.push(...linesOf(random, pick(random, subjects), { words, isSpanish }))
  lines.push(agent(pick(random, words.closings)))
  return callOf(lines, random)
}

/** A made-up call full of numbers that may be heard. */
export function buildOrdinaryCall(seed: number, words: Vocabulary): SpokenCall {
  const random = randomOf(seed, 'ordinary')
  const lines = [agent(pick(random, words.openings))]
  for (let count = between(random, 5, 10); count > 0; count -= 1) {
    const scene = pick(random, words.ordinary)
    for (let at = 0; at < scene.length; at += 1) {
      const speaker = scene[at]
      if (speaker !== 'agent' && speaker !== 'caller') {
        const text = filledIn(random, scene[at] ?? '')
        lines.push(scene[at - 1] === 'agent' ? agent(text) : caller(text))
      }
    }
    if (chance(random, 0.3)) lines.push(pick(random, [agent, caller])(pick(random, words.delays)))
  }
  lines.push(agent(pick(random, words.closings)))
  return callOf(lines, random)
}

function filledIn(random: Random, text: string): string {
  return text.replaceAll('#', () => digitsOf(random, 1)).replaceAll('{phone}', () => phone(random))
}

function phone(random: Random): string {
  const [area, middle, last] = [`2${digitsOf(random, 2)}`, `5${digitsOf(random, 2)}`, digitsOf(random, 4)]
  if (chance(random, 0.4)) return `${area}-${middle}-${last}`
  return textOf(
    sayNumber(random, area + middle + last, pick(random, ['single', 'oh', 'groups', 'spaced'] as const)),
  )
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.said)).join(' ')
}

interface Wording {
  words: Vocabulary
  isSpanish: boolean
}

function linesOf(random: Random, subject: Subject, { words, isSpanish }: Wording): Line[] {
  const { kind } = subject
  const isAsked = chance(random, 0.75)
  const number = numberOf(random, kind)
  const parts = splitUp(random, number)
  const style = pick<Style>(random, isSpanish ? spanishStyles : englishStyles)
  const lines: Line[] = []
  if (isAsked) {
    lines.push(agent(pick(random, subject.asks)))
    for (let count = pick(random, [0, 0, 1, 2, 3]); count > 0; count -= 1)
      lines.push(caller(pick(random, words.delays)))
  }
  const answers = isSpanish ? words.respuestas : words.answers
  const before = isAsked ? pick(random, answers) : pick(random, subject.says)
  const isLate = parts.length > 1 && chance(random, 0.25)
  for (const [at, part] of parts.entries()) {
    const said = isDated(kind) ? dateOf(random, part, isSpanish) : sayNumber(random, part, style)
    const broken = isDated(kind) ? said : withBreaks(random, said, words)
    const first = at === 0 ? [before, ...lettersBefore(random, kind)].filter((piece) => piece !== '') : []
    lines.push({ ...caller(''), pieces: [...first, ...broken], kind })
    if (at === parts.length - 1) break
    lines.push(agent(pick(random, words.nods)))
    if (isLate && at === Math.floor(parts.length / 2) - 1) {
      for (let count = between(random, 3, 7); count > 0; count -= 1)
        lines.push(pick(random, [agent, caller])(pick(random, words.delays)))
    }
  }
  if (chance(random, 0.3)) {
    const read = isDated(kind)
      ? dateOf(random, number, isSpanish)
      : sayNumber(random, number, isSpanish ? 'sencillo' : 'single')
    lines.push(
      { ...agent(''), pieces: [pick(random, words.readBacks), ...read], kind },
      caller('Yes, that is right.'),
    )
  }
  return lines
}

/** What such numbers begin with: letters, which tell nothing by themselves. */
function lettersBefore(random: Random, kind: Subject['kind']): string[] {
  const letters = pick(random, ['D', 'G B', 'X', 'C', 'A B'])
  return (kind === 'iban' || kind === 'passport' || kind === 'licence') && chance(random, 0.5)
    ? [letters]
    : []
}

function isDated(kind: Subject['kind']): boolean {
  return kind === 'expiry' || kind === 'birthDate'
}

function numberOf(random: Random, kind: Subject['kind']): string {
  switch (kind) {
    case 'card':
      return cardNumber(random)
    case 'code':
      return digitsOf(random, pick(random, [3, 3, 4]))
    case 'pin':
      return digitsOf(random, pick(random, [4, 4, 6]))
    case 'ssn':
      return digitsOf(random, pick(random, [9, 9, 4]))
    case 'routing':
      return digitsOf(random, pick(random, [9, 9, 6]))
    case 'iban':
      return digitsOf(random, 20)
    case 'expiry':
      return `${String(between(random, 1, 12)).padStart(2, '0')}${between(random, 25, 33)}`
    case 'birthDate':
      return `${String(between(random, 1, 12)).padStart(2, '0')}${between(random, 10, 28)}19${between(random, 30, 99)}`
    default:
      return digitsOf(random, between(random, 7, 12))
  }
}

/** Over several turns, at times digit by digit. */
function splitUp(random: Random, number: string): string[] {
  if (number.length < 5 ? chance(random, 0.9) : chance(random, 0.6)) return [number]
  const size = number.length < 5 ? 1 : pick(random, [1, 2, 3, 4, 4, 4, 8])
  return number.match(new RegExp(String.raw`\d{1,${size}}`, 'g')) ?? []
}

const months = 'January February March April June July August September October November December'.split(' ')

function dateOf(random: Random, digits: string, isSpanish: boolean): Piece[] {
  if (digits.length < 4) return sayNumber(random, digits, isSpanish ? 'sencillo' : 'single')
  const [first, rest] = [digits.slice(0, 2), digits.slice(2)]
  if (isSpanish) return [...sayNumber(random, first, 'parejas'), 'del', ...sayNumber(random, rest, 'parejas')]
  return pick<() => Piece[]>(random, [
    () => [secret([first, ...(rest.match(/\d\d/g) ?? [])].join('/'), digits.length)],
    () => [...sayNumber(random, first, 'oh'), ...sayNumber(random, rest, 'pairs')],
    () => [...sayNumber(random, String(Number(first)), 'single'), 'of', ...sayNumber(random, rest, 'pairs')],
    () => [pick(random, months), ...sayNumber(random, rest, 'pairs')],
    () => sayNumber(random, digits, 'spaced'),
  ])()
}

function agent(text: string): Line {
  return { speaker: 'agent', pieces: [text] }
}

function caller(text: string): Line {
  return { speaker: 'caller', pieces: [text] }
}

function callOf(lines: readonly Line[], random: Random): SpokenCall {
  const turns: Turn[] = []
  const secrets: SecretPlace[] = []
  let start = 0
  for (const [turn, { speaker, pieces, kind = 'card' }] of lines.entries()) {
    let text = ''
    for (const piece of pieces) {
      const said = typeof piece === 'string' ? piece : piece.said
      if (text !== '' && said !== '') text += ' '
      if (typeof piece !== 'string')
        secrets.push({ turn, from: text.length, to: text.length + said.length, digits: piece.digits, kind })
      text += said
    }
    const end = start + 0.4 + text.length / 14
    turns.push({ speaker, start, end, text })
    // Somebody looks for the card now and then.
    start = end + (chance(random, 0.05) ? between(random, 20, 90) : Math.abs(normal(random)))
  }
  return { turns, secrets }
}
