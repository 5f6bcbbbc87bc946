import { expect, it } from 'vitest'
import { CustomerCode } from '@callboard/contract/customers'
import { customerCodeOf } from '#web/features/customers/customer-code.ts'

it.each([
  ['Northside Dental', 'northside-dental'],
  ['Küchen Schmitz GmbH & Co. KG', 'kuchen-schmitz-gmbh-co-kg'],
  ['  Straßen-Bau 24 ', 'strassen-bau-24'],
  ['L’Étoile', 'l-etoile'],
  ['東京', ''],
])('of %s is %s', (name, code) => {
  expect(customerCodeOf(name)).toBe(code)
})

it('is a code, however long the name is', () => {
  expect(CustomerCode.safeParse(customerCodeOf(`${'Very long name '.repeat(20)}!`)).success).toBe(true)
})
