import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

export type { CountryCode }

/** The country of a customer's numbers that have no calling code. */
export function countryOfNumbers(country: string | null): CountryCode {
  return country !== null && isSupportedCountry(country) ? country : 'US'
}

/**
 * A public telephone number as E.164 (`+14155550123`); null for anything else: short numbers and extensions (`105`), names
 * in a dialplan (`s`), `anonymous`, SIP addresses, text around a number. An extension after a number is left out.
 *
 * `country` is that of numbers without a calling code. The form is checked, not whether the number is assigned: an area
 * code may be newer than the library. In the North American plan, area code and exchange have to begin with 2 to 9; in
 * other countries the library's small metadata decides.
 */
export function toE164(raw: string, country: CountryCode): string | null {
  const quick = parsePlainDigits(raw, country)
  if (quick !== undefined) return quick
  const cache = cacheOf(country)
  const known = cache.get(raw)
  if (known !== undefined) return known
  const number = parseWithLibrary(raw, country)
  if (cache.size >= cachedNumbers) cache.clear()
  cache.set(raw, number)
  return number
}

/** The same by the library alone, which takes about 15 µs. */
export function parseWithLibrary(raw: string, country: CountryCode): string | null {
  if (raw.length > maxLength) return null
  // With `extract` it would find a number inside a text such as `SIP/4155550123-0001`.
  const parsed = parsePhoneNumberFromString(raw, { defaultCountry: country, extract: false })
  if (parsed === undefined) return null
  if (parsed.countryCallingCode === '1') return northAmerican.test(parsed.number) ? parsed.number : null
  return parsed.isValid() ? parsed.number : null
}

const maxLength = 64

const northAmerican = /^\+1[2-9](?!11)\d{2}[2-9]\d{6}$/

// Ten digits, or eleven that begin with 1, plain or punctuated: `(415) 555-0123`, `+1 415.555.0123`.
const writtenInPlan = /^(?:\+?1[ .-]?)?(?:\([2-9](?!11)\d{2}\)|[2-9](?!11)\d{2})[ .-]?[2-9]\d{2}[ .-]?\d{4}$/

/** Most numbers of a North American source need no library: undefined for those that do. */
function parsePlainDigits(raw: string, country: CountryCode): string | undefined {
  if (country !== 'US' && country !== 'CA' && !raw.startsWith('+1')) return undefined
  if (!writtenInPlan.test(raw)) return undefined
  return `+1${raw.replace(/\D/g, '').slice(-10)}`
}

// The same tracking numbers and callers appear again and again.
const cachedNumbers = 20_000
const caches = new Map<CountryCode, Map<string, string | null>>()

function cacheOf(country: CountryCode): Map<string, string | null> {
  let cache = caches.get(country)
  if (cache === undefined) {
    cache = new Map()
    caches.set(country, cache)
  }
  return cache
}

/** The digits of a keyword that looks like part of a telephone number: codes of numbers contain them. */
export function digitsOfNumber(keyword: string): string | undefined {
  if (!/^[+(]?\d[\d\s().-]*$/.test(keyword)) return undefined
  return keyword.replaceAll(/\D/g, '')
}
