import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { times } from '#test/soak.ts'
import { parseWithLibrary, toE164, type CountryCode } from './phone.ts'

describe('toE164', () => {
  it.each([
    ['4155550123', 'US', '+14155550123'],
    ['14155550123', 'US', '+14155550123'],
    ['+14155550123', 'US', '+14155550123'],
    ['+14155550123', 'RU', '+14155550123'],
    ['(415) 555-0123', 'US', '+14155550123'],
    ['1-415-555-0123', 'CA', '+14155550123'],
    ['+1 415 555 0123 ext. 105', 'US', '+14155550123'],
    ['4155550123x105', 'US', '+14155550123'],
    ['011442079460123', 'US', '+442079460123'],
    ['020 7946 0123', 'GB', '+442079460123'],
    ['18005550199', 'US', '+18005550199'],
    ['9245550123', 'US', '+19245550123'],
    ['１４１５５５５０１２３', 'US', '+14155550123'],
  ] as const)('reads %s in %s as %s', (raw, country, number) => {
    expect(toE164(raw, country)).toBe(number)
  })

  it('reads the Russian trunk prefix 8 and the international prefix 810', () => {
    expect(toE164('89245559078', 'RU')).toBe('+79245559078')
    expect(toE164('81079245559078', 'RU')).toBe('+79245559078')
  })

  it.each([
    '',
    ' ',
    's',
    'i',
    'h',
    'ch1',
    '105',
    '911',
    '211553',
    '5550123',
    'anonymous',
    'Restricted',
    'SIP/4155550123-0001',
    'sip:4155550123@pbx.example',
    'call 4155550123',
    '1-800-FLOWERS',
    '0000000000',
    '1115550123',
    '2115550123',
    '4151550123',
    '415555012345678',
    '9'.repeat(300),
  ])('has no number for %j', (raw) => {
    expect(toE164(raw, 'US')).toBeNull()
  })

  it('gives the same answer when asked again', () => {
    for (const raw of ['020 7946 0123', 'nonsense']) expect(toE164(raw, 'GB')).toBe(toE164(raw, 'GB'))
  })

  const countries = ['US', 'CA', 'RU', 'GB', 'MX', 'PR', 'JM'] as const satisfies readonly CountryCode[]
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: min, maxLength: max })
  const dialled = fc.tuple(fc.constantFrom('', '', '+', '+1', '1', '8', '011', '+44'), digits(7, 13))

  it('agrees with the library on digits', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), dialled, (country, [prefix, rest]) => {
        const raw = prefix + rest
        expect(toE164(raw, country)).toBe(parseWithLibrary(raw, country))
      }),
      { numRuns: times(2000, 200_000) },
    )
  })

  it('agrees with the library on written numbers', { tags: ['soak'] }, () => {
    const between = fc.constantFrom('', ' ', '-', '.', ') ', ')', '  ', '/')
    const before = fc.constantFrom('', '', '+1 ', '1-', '1', '+1', '(', '+1 (', '1(', '+', '+ 1 ')
    const parts = fc.tuple(before, digits(3, 3), between, digits(3, 3), between, digits(4, 4))
    fc.assert(
      fc.property(fc.constantFrom(...countries), parts, (country, texts) => {
        const raw = texts.join('')
        expect(toE164(raw, country)).toBe(parseWithLibrary(raw, country))
      }),
      { numRuns: times(2000, 200_000) },
    )
  })

  it('reads every number that the library holds for valid as the library does', { tags: ['soak'] }, () => {
    // Its small metadata takes any ten digits for some islands, also an exchange 000, and Canada's local 310-xxxx.
    const noExchange = /^\+1(?:.11|...[01]|\d{7}$)/
    fc.assert(
      fc.property(fc.constantFrom(...countries), dialled, (country, [prefix, rest]) => {
        const raw = prefix + rest
        const parsed = parsePhoneNumberFromString(raw, { defaultCountry: country, extract: false })
        fc.pre(parsed?.isValid() === true && !noExchange.test(parsed.number))
        expect(toE164(raw, country)).toBe(parsed?.number)
      }),
      { numRuns: times(300, 50_000) },
    )
  })

  it('gives E.164 or nothing, whatever comes', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (raw) => {
        expect(toE164(raw, 'US') ?? '+14155550123').toMatch(/^\+[1-9]\d{6,14}$/)
      }),
      { numRuns: times(1000, 500_000) },
    )
  })
})
