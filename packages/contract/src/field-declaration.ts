import type { z } from 'zod'
import type { FilterOperator } from './fields.ts'

const anyValue = ['eq', 'ne', 'in', 'notIn', 'isNull', 'notNull'] as const
const words = [...anyValue, 'contains', 'notContains', 'startsWith'] as const
const amounts = [...anyValue, 'gt', 'ge', 'lt', 'le'] as const

/** What the values of a field are, and the operators of a filter on it. */
export const operatorsOfKind = {
  text: words,
  phone: words,
  /** Code of an entity, which has a name of its own. */
  entity: words,
  /** A code that is known as such: a ZIP code, a state. */
  code: words,
  /** One of `values`. */
  choice: words,
  currency: words,
  uuid: anyValue,
  boolean: anyValue,
  integer: amounts,
  /** Whole seconds. */
  duration: amounts,
  number: amounts,
  /** An amount of money, a decimal text. */
  amount: amounts,
  instant: amounts,
  tags: words,
  /** Of objects (`item`); a question and a table see its length. */
  list: amounts,
} as const satisfies Record<string, readonly FilterOperator[]>
export type FieldKind = keyof typeof operatorsOfKind

/**
 * Where people meet a field: as a column of the call list, as a filter (`common` ones come first), to sort and to group
 * by, and whether the search by keyword looks into it.
 */
export type FieldUse = 'list' | 'filter' | 'common' | 'sort' | 'group' | 'search'

/** Parts of a call on the screen. */
export type FieldSection = 'parties' | 'outcome' | 'routing' | 'attribution' | 'place' | 'quality' | 'record'

/** How a source may send a field. */
export interface Sent {
  /** `nullable`, which is usual, may be null or left out, `optional` only left out. */
  readonly presence?: 'required' | 'optional' | 'nullable'
  /** Length of a text or a list, or the number itself. */
  readonly min?: number
  readonly max?: number
  /** Accepted because sources send it: it is found out here. */
  readonly isIgnored?: true
  /** A number may be a text as well, in the system's own words: which number that is, is found out here. */
  readonly alsoInWords?: true
  /** What was sent is not shown beside the reason of a rejected row. */
  readonly mayBeSecret?: true
  /** Names the call or its version, and is no part of its content. */
  readonly isIdentity?: true
}

interface FieldOptions {
  /** For a narrow column. */
  readonly shortLabel?: string
  /** In the table of calls: the name in snake_case unless given, null where it is computed from others or looked up. */
  readonly column?: string | null
  /** Column with a number for each of its texts: the same for the same text, 0 for none. It is told apart by that. */
  readonly keyColumn?: string
  /** Left out, the source may not send it. */
  readonly sent?: Sent
  /** What calls without a value are called, unless `No` and the label says it. */
  readonly none?: string
  /** Never null. */
  readonly isKnown?: true
  /** Says who called: seen, filtered and grouped by only with the right to call details. */
  readonly isOfCaller?: true
  /**
   * Tells what became of a call, which is no reason why a figure changed: whatever its value is, or `ifNone` only by having
   * none, as a call has no agent that nobody took.
   */
  readonly tellsOutcome?: 'always' | 'ifNone'
  /** Its values follow each other, and are shown in their order: how many there are. */
  readonly scaleSize?: number
  readonly values?: readonly string[]
  /** What values are called, where that is not said elsewhere. */
  readonly valueLabels?: Readonly<Record<string, string>>
  readonly item?: z.ZodType
  /** As a source may send it; the fields that have one make up the example of a call. */
  readonly example?: string | number | readonly string[]
  readonly uses?: readonly FieldUse[]
  readonly section?: FieldSection
  /**
   * A call has it, and questions may name it, unless it is only sent, only read, only asked for, or only searched: then
   * the calls that a filter asks for are looked up elsewhere, and nothing shows it.
   */
  readonly only?: 'sent' | 'read' | 'asked' | 'searched'
}

export interface FieldDeclaration extends FieldOptions {
  readonly kind: FieldKind
  readonly label: string
  /** In one sentence. */
  readonly meaning: string
}

/** Lists are empty where there is nothing. */
export function isNullable({ kind, isKnown }: Pick<FieldDeclaration, 'kind' | 'isKnown'>): boolean {
  return isKnown !== true && kind !== 'tags' && kind !== 'list'
}

export type FieldTable = Readonly<Record<string, FieldDeclaration>>

export function fieldOf<const K extends FieldKind>(kind: K) {
  return <const O extends FieldOptions>(label: string, meaning: string, options: O) => ({
    kind,
    label,
    meaning,
    ...options,
  })
}

/** The names of a table whose fields are declared like `Like`. */
export type NamesOf<Table extends FieldTable, Like> = {
  [Name in keyof Table]: Table[Name] extends Like ? Name : never
}[keyof Table] &
  string

/** The names of a table that people may use in a way. */
export type NamesFor<Table extends FieldTable, Use extends FieldUse> = {
  [Name in keyof Table]: Table[Name] extends { uses: readonly (infer U)[] }
    ? Use extends U
      ? Name
      : never
    : never
}[keyof Table] &
  string

export function namesFor<const Table extends FieldTable, const Use extends FieldUse>(
  table: Table,
  use: Use,
): NamesFor<Table, Use>[] {
  return Object.keys(table).filter(
    (name): name is NamesFor<Table, Use> => table[name]?.uses?.includes(use) === true,
  )
}
