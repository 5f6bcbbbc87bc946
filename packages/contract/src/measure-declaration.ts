import type { fields } from './call-fields.ts'
import type { Filter } from './calls.ts'
import type { FieldKind, NamesOf } from './field-declaration.ts'
import type { DeclaredField } from './field-names.ts'
import { type CallStatus, missedStatuses } from './fields.ts'
import type { Figure } from './figure-kinds.ts'

/** What some measures depend on besides the calls; `meta` of an answer says it. */
export interface MeasureTerms {
  answerWithinSeconds: number
  /** Instant of the answer, by which ages are told. */
  generatedAt: string
  timeZone: string
}

/** The same for every answer, or as its terms have it. */
export type ByTerms<T> = T | ((terms: MeasureTerms) => T)

export interface MeasureDeclaration {
  readonly label: ByTerms<string>
  /** For people, in one or two sentences. */
  readonly meaning: ByTerms<string>
  readonly figure: Figure
  /** The calls behind a figure: a count counts them, all others rest on them. */
  readonly filters: ByTerms<readonly Filter[]>
  /** Field that is summed up or told apart. */
  readonly of?: DeclaredField
  readonly part?: ByTerms<readonly Filter[]>
  /** Null where neither more nor less is better. */
  readonly moreIsBetter: boolean | null
  /** Tells how it is at the time of the answer, so that there is no earlier figure. */
  readonly isOfNow?: true
}

type OfKind<Kind extends FieldKind> = Extract<DeclaredField, NamesOf<typeof fields, { kind: Kind }>>

/** The fields of which each kind of figure is worked out. */
type WorkedOut =
  | { figure: 'total' | 'average' | 'median' | 'ninetieth'; of: OfKind<'duration'> }
  | { figure: 'sum'; of: OfKind<'amount'> }
  | { figure: 'distinct'; of: DeclaredField }
  | { figure: 'oldest'; of?: OfKind<'instant'> }
  | { figure: 'count' | 'share' | 'first' | 'last' | 'numberCost' | 'numberCostPer'; of?: never }

export type DeclaredMeasure = MeasureDeclaration & WorkedOut

// The calls that measures rest on.

export const is = (field: DeclaredField, value: string | boolean): Filter => ({
  field,
  op: 'eq',
  values: [value],
})
export const hasValue = (field: DeclaredField): Filter => ({ field, op: 'notNull', values: [] })

export const inbound = is('direction', 'inbound')
export const ended: readonly Filter[] = [inbound, { field: 'status', op: 'ne', values: ['in-progress'] }]
export const withStatus = (status: CallStatus) => [inbound, is('status', status)]
export const missed: readonly Filter[] = [inbound, { field: 'status', op: 'in', values: [...missedStatuses] }]
