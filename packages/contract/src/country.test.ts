import { expect, it } from 'vitest'
import { Country } from './country.ts'

it.each(['DE', 'US', 'GB', 'PR', 'XK'])('%s is a country', (code) => {
  expect(Country.safeParse(code).success).toBe(true)
})

it.each(['DD', 'SU', 'YU', 'UK', 'EU', 'ZZ', 'de', 'USA'])(
  '%s is none: another code stands for it',
  (code) => {
    expect(Country.safeParse(code).success).toBe(false)
  },
)
