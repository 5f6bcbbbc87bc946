import { locale } from './locale.ts'

const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
const ands = new Intl.ListFormat(locale, { type: 'conjunction' })
const ors = new Intl.ListFormat(locale, { type: 'disjunction' })

/** `United States` of `US`; undefined where two capital letters name no region. */
export function findRegionName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
}

/** The code that stands for a region now: `DE` of `DD`, and of itself. */
export function presentRegion(code: string): string | undefined {
  return new Intl.Locale(`und-${code}`).region
}

/** `US Dollar` of `USD`, or the code itself. */
export function formatCurrencyName(code: string): string {
  return currencies.of(code) ?? code
}

/** `United States (US)` */
export function countryLabel(code: string): string {
  return `${findRegionName(code) ?? code} (${code})`
}

/** `USD · US Dollar` */
export function currencyLabel(code: string): string {
  return `${code} · ${formatCurrencyName(code)}`
}

/** `Ada, Bea, and Cleo` */
export function joinWithAnd(words: readonly string[]): string {
  return ands.format(words)
}

/** `Ada, Bea, or Cleo` */
export function joinWithOr(words: readonly string[]): string {
  return ors.format(words)
}

/** `a role` of `Role`, `an email template` of `Email Template`. */
export function withArticle(label: string): string {
  return `${/^[aeio]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const collator = new Intl.Collator(locale)
const naturalCollator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

/** The order of texts in lists that people read. */
export function compareTexts(one: string, other: string): number {
  return collator.compare(one, other)
}

/** As people sort by hand: capitals and accents count for nothing, and `Line 9` is before `Line 10`. */
export function compareNaturally(one: string, other: string): number {
  return naturalCollator.compare(one, other)
}
