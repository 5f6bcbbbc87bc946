import { expect, it } from 'vitest'
import { claims, isClaim, withImplied } from './claims.ts'
import { isOfDomains } from './outside-addresses.ts'

it('who may edit may view, and no right implies another one', () => {
  expect(withImplied('client.edit')).toEqual(['client.edit', 'client.view'])
  expect(withImplied('tod.edit')).toEqual(['tod.edit', 'tod.view'])
  // There is no right to view calls as such.
  expect(withImplied('call.edit')).toEqual(['call.edit'])
  for (const claim of claims.filter((one) => !one.endsWith('.edit')))
    expect(withImplied(claim)).toEqual([claim])
})

it('a right is known by its whole name', () => {
  expect(claims.every(isClaim)).toBe(true)
  for (const text of ['', 'client', 'client.view ', 'CLIENT.VIEW', 'tod.delete'])
    expect(isClaim(text)).toBe(false)
})

it.each([
  ['ada@parts.org', ['parts.org'], true],
  ['ada@PARTS.org', ['x.org', 'parts.org'], true],
  ['"a@x.org"@parts.org', ['parts.org'], true],
  ['"a@parts.org"@x.org', ['parts.org'], false],
  ['ada@sub.parts.org', ['parts.org'], false],
  ['ada@otherparts.org', ['parts.org'], false],
  ['ada@sub.parts.org', ['*.parts.org'], true],
  ['ada@a.b.parts.org', ['*.parts.org'], true],
  ['ada@parts.org', ['*.parts.org'], false],
  ['ada@otherparts.org', ['*.parts.org'], false],
  ['ada@parts.org', [], false],
] as const)('%s is of the domains %j: %s', (email, domains, expected) => {
  expect(isOfDomains(email, domains)).toBe(expected)
})
