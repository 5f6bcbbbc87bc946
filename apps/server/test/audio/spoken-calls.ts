import { between, chance, pick, type Random, randomOf } from '#server/setup/demo/random.ts'
import type { Turn } from '#server/features/recordings/speech/transcript.ts'
import { cardNumber, digitsOf } from '../spoken/number-styles.ts'

/** A word or number that must not be heard, and how many digits it tells. */
interface Secret {
  said: string
  digits: number
}
type Piece = string | Secret
type Line = [speaker: 'agent' | 'caller', ...Piece[]]

/** Where in a turn digits are told that must not be heard. */
export interface SecretPlace {
  turn: number
  from: number
  to: number
  digits: number
}

export interface SpokenCall {
  turns: Turn[]
  secrets: SecretPlace[]
}

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const fillers = ['um,', 'uh,', 'let me see,', 'okay,', 'and then', 'sorry, it is worn,', 'hold on,', 'and']
const nods = ['Okay.', 'Mm-hmm.', 'Got it.', 'Yes.', 'Go ahead.', 'And the next four?', 'Right, and then?']
const smallTalk = [
  'I am calling about the invoice from March 14th, 2024.',
  'It was supposed to be here by 10:30 on the 3rd.',
  'My phone number is 214-555-0187.',
  'You can reach me at five five five, oh one two three, after six.',
  'The order number is 88120347.',
  'That comes to $1,299.95 with tax.',
  'We are at 1600 Pennsylvania Avenue, zip code 20500.',
  'It is about forty five minutes from here, two exits down.',
  'I have been a customer since nineteen ninety eight.',
  'There were three of us, and we waited for twenty minutes.',
]

/** A made-up call in which a card is read out, and at times a social security or an account number. */
export function buildCallWithCard(seed: number): SpokenCall {
  const random = randomOf(seed, 'card')
  const lines: Line[] = [
    ['agent', 'Thank you for calling, how can I help?'],
    ['caller', pick(random, smallTalk)],
    ['agent', pick(random, ['Sure.', 'Of course.', 'I can take a payment for that.'])],
    ...cardLines(random),
  ]
  if (chance(random, 0.6)) lines.push(...expiryLines(random))
  if (chance(random, 0.7)) lines.push(...codeLines(random))
  if (chance(random, 0.3)) lines.push(...socialLines(random))
  if (chance(random, 0.3)) lines.push(...accountLines(random))
  lines.push(['agent', 'Thank you. Anything else?'], ['caller', pick(random, smallTalk)])
  return callOf(lines, random)
}

/** A made-up call full of numbers that may be heard: dates, telephone numbers, prices, orders, addresses. */
export function buildCallWithout(seed: number): SpokenCall {
  const random = randomOf(seed, 'without')
  const own = (count: number) => digitsOf(random, count)
  const phone = () => `2${own(2)}-5${own(2)}-${own(4)}`
  const lines: Line[] = [['agent', 'Thank you for calling, how can I help?']]
  for (let count = between(random, 5, 9); count > 0; count -= 1) {
    lines.push(
      pick<() => Line>(random, [
        () => ['caller', pick(random, smallTalk)],
        () => [
          'caller',
          `It was on ${between(random, 1, 12)}/${between(random, 1, 28)}/20${between(random, 10, 26)}.`,
        ],
        () => ['caller', 'The best number to call is', plain(sayDigits(random, own(10), 'single'))],
        () => ['caller', `Call me back at ${phone()}, or at ${phone()}.`],
        () => ['agent', `Your confirmation number is ${own(9)}.`],
        () => [
          'agent',
          `That will be $${between(random, 100, 9999)}.${own(2)}, plus ${between(random, 5, 9)} percent.`,
        ],
        () => ['caller', `The model is ${own(5)}, serial number ${own(8)}.`],
        () => [
          'agent',
          'Your appointment is on',
          plain(sayDigits(random, '1025', 'pairs')),
          'at half past two.',
        ],
        () => ['caller', `The reference is ${own(4)} ${own(4)}, from ${between(random, 2000, 2026)}.`],
        () => ['agent', 'I see your account here. What is your zip?'],
        () => ['caller', plain(sayDigits(random, own(5), 'single'))],
      ])(),
    )
  }
  return callOf(lines, random)
}

function cardLines(random: Random): Line[] {
  const number = cardNumber(random)
  const isAmex = number.length === 15
  const style = pick(random, styles)
  const groups = isAmex ? [4, 6, 5] : pick(random, [[4, 4, 4, 4], [4, 4, 4, 4], [8, 8], [6, 6, 4], [16]])
  const asks = [
    'Can I have the card number, please?',
    'And the number on the front of the card?',
    'I can take your Visa or Mastercard now.',
    'Go ahead with the sixteen digits whenever you are ready, just the long number on the card.',
  ]
  const lines: Line[] = [['agent', pick(random, asks)]]
  const corrected = chance(random, 0.3) ? between(random, 0, groups.length - 1) : -1
  const isOverTurns = groups.length > 1 && chance(random, 0.5)
  const isReadBack = isOverTurns && chance(random, 0.4)
  let said: Piece[] = [pick(random, ['Sure, it is', 'Yeah,', 'Okay, that is', 'It is a Visa,', ''])]
  let at = 0
  for (const [index, size] of groups.entries()) {
    const digits = number.slice(at, at + size)
    at += size
    if (index > 0 && chance(random, 0.4)) said.push(pick(random, fillers))
    said.push(
      ...(index === corrected ? sayCorrected(random, digits, style) : sayDigits(random, digits, style)),
    )
    if (isOverTurns) {
      lines.push(['caller', ...said])
      lines.push(
        isReadBack
          ? ['agent', ...sayDigits(random, digits, 'single'), ', okay']
          : ['agent', pick(random, nods)],
      )
      said = []
    }
  }
  if (said.length > 0) lines.push(['caller', ...said, '.'])
  if (chance(random, 0.3))
    lines.push(['agent', 'So that is', ...sayDigits(random, number, pick(random, styles)), ', correct?'])
  return lines
}

function expiryLines(random: Random): Line[] {
  const month = String(between(random, 1, 12)).padStart(2, '0')
  const year = String(between(random, 25, 32))
  const said = pick<() => Piece[]>(random, [
    () => [secret(`${month}/${year}`, 4)],
    () => [...sayDigits(random, month, 'single'), ...sayDigits(random, year, 'pairs')],
    () => [secret(String(Number(month)), 1), 'of', ...sayDigits(random, year, 'pairs')],
    () => ['March', secret(`20${year}`, 4)],
    () => ['June', ...sayDigits(random, `20${year}`, 'pairs')],
  ])()
  return pick<Line[]>(random, [
    [
      ['agent', 'And the expiration date?'],
      ['caller', ...said],
    ],
    [
      ['agent', 'When does it expire?'],
      ['caller', 'It expires', ...said],
    ],
    [['caller', 'Expiry is', ...said]],
  ])
}

function codeLines(random: Random): Line[] {
  const said = sayDigits(random, digitsOf(random, 3), pick(random, ['single', 'digits', 'written'] as const))
  const ask = pick(random, [
    'And the security code?',
    'And the three digits on the back?',
    'What is the CVV?',
    'And the code on the back of it, three digits.',
    'Can you read me the last three numbers on the back of the card?',
  ])
  return [
    ['agent', ask],
    ['caller', pick(random, ['That is', 'Uh,', '', 'It says']), ...said, '.'],
  ]
}

function socialLines(random: Random): Line[] {
  const number = digitsOf(random, 9)
  const said = pick<() => Piece[]>(random, [
    () => [secret(`${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`, 9)],
    () => [
      ...sayDigits(random, number.slice(0, 3), 'single'),
      ',',
      ...sayDigits(random, number.slice(3, 5), 'pairs'),
      ',',
      ...sayDigits(random, number.slice(5), 'single'),
    ],
    () => sayDigits(random, number, 'double'),
  ])()
  return [
    ['agent', pick(random, ['What is your social security number?', 'Your social, please?'])],
    ['caller', ...said],
  ]
}

function accountLines(random: Random): Line[] {
  const number = digitsOf(random, between(random, 7, 12))
  const said = sayDigits(random, number, pick(random, ['single', 'digits', 'written', 'double'] as const))
  return pick<Line[]>(random, [
    [
      ['agent', 'And the account number?'],
      ['caller', ...said],
    ],
    [
      ['agent', 'Which bank account is it?'],
      ['caller', 'The number is', ...said],
    ],
    [
      [
        'caller',
        'My routing number is',
        ...sayDigits(random, digitsOf(random, 9), 'digits'),
        ', and the account is',
        ...said,
      ],
    ],
  ])
}

const styles = ['written', 'digits', 'hyphens', 'single', 'oh', 'double', 'pairs', 'mixed'] as const
type Style = (typeof styles)[number]

function sayDigits(random: Random, digits: string, style: Style): Secret[] {
  if (style === 'written') return [secret(digits, digits.length)]
  if (style === 'hyphens') return [secret(digits.replaceAll(/(\d{4})(?=\d)/g, '$1-'), digits.length)]
  if (style === 'pairs')
    return (digits.match(/\d\d?/g) ?? []).map((pair) => secret(sayPair(pair), pair.length))
  const parts = style === 'double' ? (digits.match(/(\d)\1\1|(\d)\2|\d/g) ?? []) : Array.from(digits)
  return parts.map((part) => {
    const digit = part.charAt(0)
    if (part.length > 1)
      return secret(`${part.length === 2 ? 'double' : 'triple'} ${words[Number(digit)]}`, part.length)
    if (style === 'digits' || (style === 'mixed' && chance(random, 0.5))) return secret(digit, 1)
    if (digit === '0' && style !== 'single') return secret(pick(random, ['oh', 'zero', 'o']), 1)
    return secret(words[Number(digit)] ?? '', 1)
  })
}

function sayPair(pair: string): string {
  const value = Number(pair)
  const single = Array.from(pair, (digit) => words[Number(digit)]).join(' ')
  if (pair.length === 1 || value < 10) return single
  if (value < 20) return teens[value - 10] ?? ''
  return value % 10 === 0 ? (tens[value / 10] ?? '') : `${tens[Math.floor(value / 10)]} ${words[value % 10]}`
}

/** A digit said wrong and put right, as people do. */
function sayCorrected(random: Random, digits: string, style: Style): Piece[] {
  const at = between(random, 1, digits.length - 1)
  const right = Number(digits[at])
  const wrong = (right + between(random, 1, 9)) % 10
  const one = (digit: number) => secret(style === 'digits' ? String(digit) : (words[digit] ?? ''), 1)
  const correction = pick<Piece[]>(random, [
    [one(wrong), ', sorry,', one(right), 'not', one(wrong)],
    [one(wrong), 'no wait,', one(right)],
    [one(wrong), ', I mean', one(right)],
    [one(wrong), ', sorry, that is a', one(right)],
    [one(wrong), ', correction,', one(right)],
  ])
  return [
    ...sayDigits(random, digits.slice(0, at), style),
    ...correction,
    ...sayDigits(random, digits.slice(at + 1), style),
  ]
}

function secret(said: string, digits: number): Secret {
  return { said, digits }
}

function plain(secrets: readonly Secret[]): string {
  return secrets.map(({ said }) => said).join(' ')
}

function callOf(lines: readonly Line[], random: Random): SpokenCall {
  const turns: Turn[] = []
  const secrets: SecretPlace[] = []
  let start = 0
  for (const [turn, [speaker, ...pieces]] of lines.entries()) {
    let text = ''
    for (const piece of pieces) {
      const said = typeof piece === 'string' ? piece : piece.said
      if (said === '') continue
      if (text !== '' && !/^[,.]/.test(said)) text += ' '
      if (typeof piece !== 'string')
        secrets.push({ turn, from: text.length, to: text.length + said.length, digits: piece.digits })
      text += said
    }
    const end = start + 0.4 + text.length / 14
    turns.push({ speaker, start, end, text })
    // Somebody looks for the card now and then.
    start = end + (chance(random, 0.1) ? between(random, 5, 12) : random() * 2)
  }
  return { turns, secrets }
}
