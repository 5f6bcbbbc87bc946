import { describe, expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { checkRecipients, findOutsideError, keyOf, outsideDomainsOf } from './recipient-rules.ts'

const settings = {
  outsideRecipients: 'on' as const,
  outsideDomains: 'partner.example  *.parts.org',
  bounceAddress: 'Bounces@partner.example',
}
const context = { settings, sender: 'Callboard <Reports@partner.example>', before: [] }
const users = new Map([
  ['ada', { name: 'Ada', email: 'ada@example.com' }],
  ['ben', { name: 'Ben', email: null }],
])
const user = (userId: string) => ({ userId, email: null })
const outside = (email: string) => ({ userId: null, email })

/** The code, field and sentence of the error. */
function errorOf(work: () => unknown) {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [error.code, error.field, error.message]
  }
}

describe('a list of recipients', () => {
  it('is kept with their names, addresses in lower case', () => {
    const keys = [{ userId: 'ada' }, { email: 'Eve@Partner.example' }].map(keyOf)
    expect(checkRecipients(keys, users, context)).toEqual([
      { ...user('ada'), name: 'Ada' },
      { ...outside('eve@partner.example'), name: 'eve@partner.example' },
    ])
  })

  it.each([
    ['somebody twice', [user('ada'), user('ada')], 'A recipient appears twice.'],
    ['who is not found', [user('ada'), user('eve')], 'Reports cannot be sent to this user.'],
    ['who has no address', [user('ada'), user('ben')], 'Ben has no email address.'],
    [
      'an address of another domain',
      [user('ada'), outside('eve@x.example')],
      'Reports cannot be sent to addresses at x.example.',
    ],
    [
      'whom emails come from',
      [user('ada'), outside('reports@partner.example')],
      'This is the sender or bounce address of the portal, so it cannot receive reports.',
    ],
    [
      'whom emails come back to',
      [user('ada'), outside('bounces@partner.example')],
      'This is the sender or bounce address of the portal, so it cannot receive reports.',
    ],
  ])('is refused that names %s', (_what, keys, sentence) => {
    expect(errorOf(() => checkRecipients(keys, users, context))).toEqual([
      'invalid',
      'recipients.1',
      sentence,
    ])
  })

  it('keeps those who were on it before, whatever became of them', () => {
    const before = [user('eve'), user('ben'), outside('eve@x.example')]
    expect(checkRecipients(before, users, { ...context, before }).map(({ name }) => name)).toEqual([
      'eve',
      'Ben',
      'eve@x.example',
    ])
  })
})

describe('an address outside', () => {
  it('may get reports where the settings allow its domain', () => {
    expect(outsideDomainsOf(settings)).toEqual(['partner.example', '*.parts.org'])
    expect(findOutsideError(settings, 'eve@sub.parts.org')).toBe(undefined)
    expect(findOutsideError(settings, 'eve@parts.org')).toBe(
      'Reports cannot be sent to addresses at parts.org.',
    )
  })

  it('gets none where they are switched off, or no domain is named', () => {
    const off = { ...settings, outsideRecipients: 'off' as const }
    expect(outsideDomainsOf(off)).toEqual([])
    expect(findOutsideError(off, 'eve@partner.example')).toBe(
      'Reports can be sent to users of this portal only.',
    )
    const none = { ...settings, outsideDomains: null }
    expect(outsideDomainsOf(none)).toEqual([])
    expect(findOutsideError(none, 'eve@partner.example')).toContain('addresses at partner.example')
  })
})
