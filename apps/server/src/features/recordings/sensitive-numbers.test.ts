import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSensitiveText, isLuhn } from './sensitive-numbers.ts'
import type { Turn } from './transcript.ts'

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

function turnsOf(...said: [speaker: string, text: string][]): Turn[] {
  return said.map(([speaker, text], index) => ({ speaker, text, start: index * 5, end: index * 5 + 5 }))
}

/** The turns as they may be read: every letter and digit of what was found is a star. */
function masked(turns: Turn[]): string[] {
  const texts = turns.map((turn) => turn.text)
  for (const { turn, from, to } of findSensitiveText(turns)) {
    const text = texts[turn] ?? ''
    texts[turn] = text.slice(0, from) + '*'.repeat(to - from) + text.slice(to)
  }
  return texts
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
          /^It is [*\s,-]+ thanks a lot$/,
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
        expect(first).toMatch(/^[*\s,]+$/)
        expect(between).toBe('Okay, go on')
        expect(second).toMatch(/^[*\s,]+$/)
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
    ).toEqual([
      'It is **** **** **** ****, **/**, ***',
      'When does it expire?',
      '** **** ************',
      'And the digits on the back?',
      '**** *** ***',
    ])
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
    ).toEqual([
      'That is ***-**-****.',
      'The last four of your social?',
      '*** ***** ***** ****',
      'And the account number?',
      '**** **** **',
    ])
  })

  it('leaves telephone numbers, dates, times, orders and amounts', () => {
    const turns = turnsOf(
      ['caller', 'I called on March 3 2024 at 10 30 from 214-555-0187 about order 8872 for 1,299 dollars'],
      ['agent', 'And your phone number?'],
      ['caller', 'five five five, one two three, four five six seven'],
    )
    expect(masked(turns)).toEqual(turns.map((turn) => turn.text))
  })
})
