import { expect, it } from 'vitest'
import { newPasswordError, strengthOf } from '#web/ui/fields/password-strength.ts'

it.each([
  ['', 'tooShort'],
  ['Ab1!Ab1!Ab1', 'tooShort'],
  ['aaaabbbbcccc', 'tooPlain'],
  ['password1234', 'weak'],
  ['Summer2026!!', 'weak'],
  ['P@ssw0rd1234', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['qwertyqwerty12', 'weak'],
  ['copper violin', 'fair'],
  ['copper-violin-harbour-93', 'strong'],
])('%j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

it('knows the names of whom it is for', () => {
  expect(strengthOf('copper-Libby-harbour', { userName: 'libby' })).toBe('holdsName')
  const error = newPasswordError('copper-callboard-9', '', { productName: 'Callboard' })
  expect(error).toEqual({
    field: 'password',
    text: "A password must not contain the portal's name (callboard).",
  })
})

it('counts signs as people do, not their parts', () => {
  expect(strengthOf('😀😃😄😁😆😅')).toBe('tooShort')
})

it('names the field that keeps a password from being sent', () => {
  expect(newPasswordError('short', 'short')?.field).toBe('password')
  expect(newPasswordError('copper-violin-harbour', 'copper')?.field).toBe('confirmation')
  expect(newPasswordError('copper-violin-harbour', 'copper-violin-harbour')).toBeUndefined()
})
