import { z } from 'zod'

/**
 * Which spoken numbers are not heard in redacted recordings:
 * - `cards`: card numbers, security codes, expiry dates and PINs
 * - `sensitive`: also social security and tax numbers, bank accounts, passports and identity cards
 * - `all`: every number of three digits and more but prices, times and dates
 */
export const RedactedNumbers = z.enum(['cards', 'sensitive', 'all'])
export type RedactedNumbers = z.infer<typeof RedactedNumbers>

export const redactedNumbersLabels = {
  cards: 'Card numbers and security codes only',
  sensitive: 'All sensitive numbers',
  all: 'All numbers with three or more digits',
} as const satisfies Record<RedactedNumbers, string>
