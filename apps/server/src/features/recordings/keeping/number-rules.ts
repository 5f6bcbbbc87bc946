import type { RedactedNumbers } from '@callboard/contract/recording-numbers'
import type { SensitiveKind } from '@callboard/contract/recordings'

/** Which spoken numbers of a customer's recordings are not heard. */
export interface NumberRules {
  numbers: RedactedNumbers
  birthDates: boolean
  licences: boolean
}

export const defaultNumberRules: NumberRules = { numbers: 'sensitive', birthDates: false, licences: false }

const ofCards: readonly SensitiveKind[] = ['card', 'securityCode', 'expiry', 'pin']

export function hidesKind({ numbers, birthDates, licences }: NumberRules, kind: SensitiveKind): boolean {
  if (kind === 'birthDate') return birthDates
  if (kind === 'licence') return licences
  return numbers !== 'cards' || ofCards.includes(kind)
}
