import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLuhn } from './card-numbers.ts'
import { defaultNumberRules, type NumberRules } from '../keeping/number-rules.ts'
import { maskTurns } from '../redaction/redaction.ts'
import { findSensitiveText } from './sensitive-numbers.ts'
import type { Turn } from '../speech/transcript.ts'

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

function turnsOf(...said: [speaker: string, text: string][]): Turn[] {
  return said.map(([speaker, text], index) => ({ speaker, text, start: index * 5, end: index * 5 + 5 }))
}

/** The turns as they may be read. */
function masked(turns: Turn[], rules: Partial<NumberRules> = {}): string[] {
  const found = findSensitiveText(turns, { ...defaultNumberRules, ...rules })
  return maskTurns(turns, [], found).map(({ text }) => text)
}

/** Numbers of cards as networks give them, the last digit right. */
const cardNumbers = fc
  .tuple(
    fc.constantFrom<[string, number][]>(
      ['4', 16],
      ['51', 16],
      ['2221', 16],
      ['34', 15],
      ['36', 14],
      ['6011', 16],
    ),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 16, maxLength: 16 }),
  )
  .map(([[prefix, length], digits]) => {
    const body = (prefix + digits.join('')).slice(0, length - 1)
    const check = words.keys().find((digit) => isLuhn(body + String(digit)))
    return body + String(check)
  })

/** Ways to say a number: digits in groups, single words, pairs as numbers, `double`, with pauses filled. */
function saying(number: string, { way, fillers }: { way: number; fillers: string[] }): string {
  if (way === 0) return number
  if (way === 1) return number.replaceAll(/(.{4})/g, '$1 ').trim()
  if (way === 2) return number.replaceAll(/(.{4})(?=.)/g, '$1-')
  const single = (digits: string) =>
    Array.from(digits, (digit) => (digit === '0' && way === 4 ? 'oh' : words[Number(digit)])).join(' ')
  if (way === 5)
    return (number.match(/(.)\1|./g) ?? [])
      .map((part) => (part.length === 2 ? `double ${single(part.charAt(0))}` : single(part)))
      .join(' ')
  if (way === 6) {
    return (number.match(/../g) ?? [])
      .map((pair) => {
        const ten = tens[Number(pair[0]) - 2]
        return ten === undefined || pair[1] === '0' ? single(pair) : `${ten} ${single(pair.charAt(1))}`
      })
      .join(', ')
      .concat(number.length % 2 === 1 ? ` ${single(number.slice(-1))}` : '')
  }
  return (number.match(/.{1,4}/g) ?? [])
    .map((group, index) => `${single(group)} ${fillers[index] ?? ''}`)
    .join(' ')
}

const ways = fc.record({
  way: fc.integer({ min: 0, max: 7 }),
  fillers: fc.array(fc.constantFrom('um,', 'and then', 'let me see', 'uh', ''), { maxLength: 4 }),
})

describe('findSensitiveText', () => {
  it('finds every card, however its number is said', () => {
    fc.assert(
      fc.property(cardNumbers, ways, (number, way) => {
        const [text = ''] = masked(turnsOf(['caller', `It is ${saying(number, way)} thanks a lot`]))
        expect(text.replaceAll(/\b(um|and then|let me see|uh)\b/g, '')).toMatch(
          /^It is [•\s,]+ thanks a lot$/,
        )
      }),
      { numRuns: 500 },
    )
  })

  it('finds a card said over several turns, with the other speaking between', () => {
    fc.assert(
      fc.property(cardNumbers, fc.integer({ min: 3, max: 7 }), (number, way) => {
        const half = 8
        const turns = turnsOf(
          ['caller', saying(number.slice(0, half), { way, fillers: [] })],
          ['agent', 'Okay, go on'],
          ['caller', saying(number.slice(half), { way, fillers: [] })],
        )
        const [first, between, second] = masked(turns)
        expect([first?.trim(), between, second?.trim()]).toEqual(['•••', 'Okay, go on', '•••'])
      }),
      { numRuns: 200 },
    )
  })

  it('finds what follows a card: its expiry and its code, asked for or not', () => {
    expect(
      masked(
        turnsOf(
          ['caller', 'It is 4111 1111 1111 1111, 04/28, 123'],
          ['agent', 'When does it expire?'],
          ['caller', 'Oh four twenty eight'],
          ['agent', 'And the digits on the back?'],
          ['caller', 'nine one two'],
        ),
      ),
    ).toEqual(['It is •••', 'When does it expire?', '•••', 'And the digits on the back?', '•••'])
  })

  it('finds social security numbers and accounts', () => {
    expect(
      masked(
        turnsOf(
          ['caller', 'That is 123-45-6789.'],
          ['agent', 'The last four of your social?'],
          ['caller', 'six seven eight nine'],
          ['agent', 'And the account number?'],
          ['caller', '0045 8812 77'],
        ),
      ),
    ).toEqual(['That is •••.', 'The last four of your social?', '•••', 'And the account number?', '•••'])
  })

  it('leaves telephone numbers, dates, times, orders and amounts', () => {
    const turns = turnsOf(
      ['caller', 'I called on March 3 2024 at 10 30 from 214-555-0187 about order 8872 for 1,299 dollars'],
      ['agent', 'And your phone number?'],
      ['caller', 'five five five, one two three, four five six seven'],
    )
    expect(masked(turns)).toEqual(turns.map((turn) => turn.text))
  })

  it('waits for what was asked for: forty words later, and minutes later in halves', () => {
    const story =
      'my husband had it when we were on the coast and then it went into a drawer with the letters'
    const turns = turnsOf(
      ['agent', 'What is the security code?'],
      ['caller', `Oh, ${story}, ${story}, but here it is, four one`],
      ['agent', 'Take your time.'],
      ...Array.from({ length: 12 }, (): [string, string] => ['caller', `So, ${story}.`]),
      ['caller', 'nine'],
    )
    expect(masked(turns).filter((text) => text.includes('•'))).toEqual([
      `Oh, ${story}, ${story}, but here it is, •••`,
      '•••',
    ])
  })

  it('takes words that sound like digits for some where digits are told, and for words elsewhere', () => {
    const turns = turnsOf(
      ['agent', 'Your PIN, please?'],
      ['caller', 'for to ate won'],
      ['agent', 'One moment for you. It won’t take long, and there is too much to do.'],
    )
    expect(masked(turns)[1]).toBe('•••')
    expect(masked(turns)[2]).toBe(turns[2]?.text)
  })

  it('reads digits of other scripts, and those as wide as letters', () => {
    expect(masked(turnsOf(['', 'It is ４１１１ １１１１ １１１１ １１１１, or ٤١١١١١١١١١١١١١١١']))).toEqual([
      'It is •••, or •••',
    ])
  })

  const ofCards = ['card', 'code', 'expiry', 'pin']
  const sensitive = [...ofCards, 'ssn', 'account', 'passport']

  it.each<[string, Partial<NumberRules>, string[]]>([
    ['what belongs to cards only', { numbers: 'cards' }, ofCards],
    ['all sensitive numbers', {}, sensitive],
    ['and dates of birth', { birthDates: true }, [...sensitive, 'born']],
    ['and driving licences', { licences: true }, [...sensitive, 'licence']],
    [
      'all of three digits and more but prices, times and dates',
      { numbers: 'all' },
      [...sensitive, 'licence', 'phone', 'order'],
    ],
  ])('finds %s, as the customer says', (_, rules, expected) => {
    const sentences = {
      few: 'There are 47 parcels on the way.',
      order: 'The order number is 88120347.',
      phone: 'My phone number is 214-555-0187.',
      price: 'That is $1,299.95, or 45 dollars a month.',
      time: 'Your appointment is at 10:30 on March 14th, 2027.',
      born: 'My date of birth is 3/14/1981.',
      licence: 'My driver’s license number is 0045 8812.',
      passport: 'My passport number is 5512 9931.',
      account: 'My account number is 0045 8812 77.',
      ssn: 'My social security number is 123 45 6789.',
      card: 'My card number is 4111 1111 1111 1111.',
      code: 'The security code is 912.',
      expiry: 'The expiry date is 04/28.',
      pin: 'My PIN is 4711.',
    }
    const texts = masked(
      turnsOf(...Object.values(sentences).map((text): [string, string] => ['caller', text])),
      rules,
    )
    const hidden = Object.keys(sentences).filter((_name, at) => texts[at]?.includes('•'))
    expect(hidden.toSorted()).toEqual(expected.toSorted())
  })
})
