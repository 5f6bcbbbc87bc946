import { locale } from './locale.ts'
import type { MoneyAmounts } from './scalars.ts'

const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const plainNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const precise = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 })
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** `5,284` */
export function formatCount(count: number): string {
  return wholeNumber.format(count)
}

/** `12.5`, `1,204` */
export function formatNumber(value: number): string {
  return plainNumber.format(value)
}

/** With all digits after the point that the value has: for a value that somebody entered. */
export function formatPrecise(value: number): string {
  return precise.format(value)
}

/** A decimal text as `128,450.00`; anything else stays as it is. */
export function formatDecimal(text: string): string {
  return isDecimal(text) ? decimal.format(text) : text
}

/** With a fixed number of digits after the point: `1,204.50`. */
export function formatFixed(value: number, digits: 1 | 2): string {
  return (digits === 1 ? oneDecimal : twoDecimals).format(value)
}

/** A share from 0 to 1 as `86.4%`. */
export function formatRatio(ratio: number): string {
  return percent.format(ratio)
}

/** Seconds as `3:42` or `1:03:42`; fractions are rounded. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const sign = seconds < 0 && whole > 0 ? '-' : ''
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  if (hours === 0) return `${sign}${minutes}:${rest}`
  return `${sign}${formatCount(hours)}:${String(minutes).padStart(2, '0')}:${rest}`
}

/** Seconds in words, for screen readers: `3 minutes 42 seconds`. */
export function speakDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const parts = [
    countOf(Math.floor(whole / 3600), 'hour'),
    countOf(Math.floor((whole % 3600) / 60), 'minute'),
    countOf(whole % 60, 'second'),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}

function countOf(count: number, unit: string): string | undefined {
  if (count === 0) return undefined
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** `1 call`, `5,284 calls` */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** `short` leaves out the cents, for figures that are read at a glance. */
export type MoneyStyle = 'full' | 'short'

/** A decimal text and its currency as `$128,450.00`; an unknown currency keeps its code. */
export function formatMoney(amount: string, currency: string, style: MoneyStyle = 'full'): string {
  if (!isDecimal(amount)) return `${amount} ${currency}`
  try {
    return moneyFormat(currency, style).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

/** One figure a currency: `$128,450.00 · €90.00`. */
export function formatMoneyAmounts(amounts: MoneyAmounts, style: MoneyStyle = 'full'): string {
  return amounts.map(({ amount, currency }) => formatMoney(amount, currency, style)).join(' · ')
}

function moneyFormat(currency: string, style: MoneyStyle): Intl.NumberFormat {
  const short = { minimumFractionDigits: 0, maximumFractionDigits: 0 }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...(style === 'short' ? short : {}) })
}

/** Intl reads decimal texts without going through a float. */
function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
}

const ordinals = new Intl.PluralRules(locale, { type: 'ordinal' })
const ordinalSuffixes = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  many: 'th',
  zero: 'th',
} as const satisfies Record<Intl.LDMLPluralRule, string>

/** `1st`, `22nd` */
export function formatOrdinal(place: number): string {
  return `${formatCount(place)}${ordinalSuffixes[ordinals.select(place)]}`
}

/** How two periods compare: by a share of the earlier figure, by points of a ratio, or by the difference. */
export type ChangeKind = 'percent' | 'points' | 'absolute'

export interface Change {
  direction: 'up' | 'down' | 'same'
  /** Without sign: `6.2%`, `<0.1%`, `1.1 points`, `0:06`, `from 0`. */
  amount: string
}

interface Figures {
  current: number
  previous: number
  kind: ChangeKind
  /** Formats a difference; as a count unless given. */
  formatDifference?: ((difference: number) => string) | undefined
}

export function findChange({ current, previous, kind, formatDifference = formatCount }: Figures): Change {
  const write = (difference: number) => {
    if (kind === 'points') return formatPoints(Math.abs(difference) * 100)
    if (kind === 'absolute') return formatDifference(Math.abs(difference))
    // There is no share of zero.
    if (previous === 0) return difference === 0 ? '0.0%' : 'from 0'
    return `${formatShare(Math.abs(difference / previous) * 100)}%`
  }
  const difference = current - previous
  // Means that are worked out differently may differ in their last digits.
  if (Math.abs(difference) <= 1e-9 * Math.max(Math.abs(current), Math.abs(previous)))
    return { direction: 'same', amount: write(0) }
  const amount = write(difference)
  return {
    direction: difference > 0 ? 'up' : 'down',
    amount: amount === write(0) ? `<${writeLeast(kind, formatDifference)}` : amount,
  }
}

/** The least that is written of a change: what is less is no nothing. */
function writeLeast(kind: ChangeKind, formatDifference: (difference: number) => string): string {
  if (kind === 'absolute') return formatDifference(1)
  return kind === 'points' ? formatPoints(0.1) : `${formatShare(0.1)}%`
}

function formatPoints(points: number): string {
  const text = oneDecimal.format(points)
  return `${text} ${text === '1.0' ? 'point' : 'points'}`
}

function formatShare(share: number): string {
  return share >= 1000 ? formatCount(share) : oneDecimal.format(share)
}

const arrows = { up: '▲', down: '▼', same: '±' } as const

/** `▲ 6.2%`, `▼ 1.1 points`, `± 0.0%` */
export function formatChange({ direction, amount }: Change): string {
  return `${arrows[direction]} ${amount}`
}

/** `38 kB`, `1.25 MB` */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(bytes / 1_000_000)} MB`
}

/** `252 GB`, `1,204.5 GB` */
export function formatGigabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 1e8) / 10)} GB`
}

/** `0.4 MB`, `12 MB`, `1,204 MB` */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1e6
  return `${(megabytes < 10 ? oneDecimal : wholeNumber).format(megabytes)} MB`
}
