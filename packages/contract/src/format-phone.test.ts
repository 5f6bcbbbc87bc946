import { expect, it } from 'vitest'
import { formatPhone } from './format-phone.ts'

it.each([
  ['+12125550147', '(212) 555-0147'],
  ['+442079460958', '+44 207 946 0958'],
  ['+4930901820', '+49 309 018 20'],
  ['+35312345678', '+353 123 456 78'],
  ['+74951234567', '+7 495 123 4567'],
  ['911', '911'],
  ['anonymous', 'anonymous'],
  ['+1212555', '+1 212 555'],
])('writes %s as %s', (number, text) => {
  expect(formatPhone(number)).toBe(text)
})
