import type { GuessReason } from '@callboard/contract/mappings'

/** How sure a guess is, and why. */
export type Reason = Readonly<Pick<GuessReason, 'confidence' | 'why'>>

/** A guess with its reason. */
export interface Reasoned<Value> extends Reason {
  readonly value: Value
}

export function sure<const Value>(value: Value, why: string): Reasoned<Value> {
  return { value, confidence: 'sure', why }
}

export function likely<const Value>(value: Value, why: string): Reasoned<Value> {
  return { value, confidence: 'likely', why }
}

export function unsure<const Value>(value: Value, why: string): Reasoned<Value> {
  return { value, confidence: 'unsure', why }
}
