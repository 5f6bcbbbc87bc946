import type { EntityType } from '@callboard/contract/claims'
import { stateCodeOf } from './geo/states.ts'
import { type CountryCode, toE164 } from './phone.ts'

/** A code as calls have it, or what is wrong with the one that was typed. */
export type CheckedCode = { code: string; error?: undefined } | { code?: undefined; error: string }

/** Checks a code of a type of entity. `country` is that of numbers without a calling code. */
export function checkEntityCode(type: EntityType, typed: string, country: CountryCode): CheckedCode {
  switch (type) {
    case 'number':
      return checked(toE164(typed, country) ?? '', /./, 'is not a phone number such as +14155550123')
    case 'npanxx':
      return checked(
        typed.replace(/^(\d{3})[ -](\d{3})$/, '$1$2'),
        /^[2-9]\d{2}[2-9]\d{2}$/,
        'is not a six-digit exchange such as 415555',
      )
    case 'zipcode':
      return checked(typed, /^\d{5}$/, 'is not a five-digit ZIP code such as 94107')
    case 'postalcode':
      return checked(
        typed.replaceAll(/[\s-]/g, '').toUpperCase(),
        /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/,
        'is not a Canadian postal code such as K1A 0B1',
      )
    case 'state':
      return checked(
        stateCodeOf(typed) || typed.toUpperCase(),
        /^[A-Z]{2}-[A-Z\d]{1,3}$/,
        'is not a state or province such as US-CA',
      )
    case 'county':
      return checked(typed, /^\d{5}$/, 'is not a five-digit FIPS code such as 06075')
    case 'network':
    case 'location':
    case 'historicalroute':
    case 'dma':
    case 'tod':
    case 'rotationgroup':
      return { code: typed }
  }
}

function checked(code: string, shape: RegExp, error: string): CheckedCode {
  return shape.test(code) ? { code } : { error }
}
