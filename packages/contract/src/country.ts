import { z } from 'zod'
import { findRegionName, presentRegion } from './format-names.ts'

/**
 * An ISO 3166-1 code of two letters. ICU has names for some that are no country, and for those of former countries and what
 * people say for another one (`UK`), for which the present one stands.
 */
export const Country = z
  .string()
  .refine(isCountry, { error: 'is not a country code such as US' })
  .meta({ example: 'US' })

function isCountry(code: string): boolean {
  const isNamed = findRegionName(code) !== undefined && !/^(E[UZ]|QO|UN|X[AB]|ZZ)$/.test(code)
  return isNamed && presentRegion(code) === code
}
