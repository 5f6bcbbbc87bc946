import { compareTexts, countryLabel } from '@callboard/contract/format-names'
import { Country } from '@callboard/contract/country'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** All countries by their names, for a select. */
export const countryOptions = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => Country.safeParse(code).success)
  .map((code) => ({ value: code, label: countryLabel(code) }))
  .toSorted((one, other) => compareTexts(one.label, other.label))
