import type { GuessReason } from '@callboard/contract/mappings'

/** A guess, how sure it is, and why. */
export interface Reasoned<Value> {
  readonly value: Value
  readonly confidence: GuessReason['confidence']
  readonly why: string
}
