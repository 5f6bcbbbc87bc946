import type { QueryParams, QueryValue } from '../../db/calls/call-store.ts'

/** Types of ClickHouse that a value may be bound as. */
export type BoundType =
  | 'String'
  | 'UUID'
  | 'Bool'
  | 'Int64'
  | 'UInt64'
  | 'Float64'
  | 'Decimal(18, 4)'
  | "DateTime64(3, 'UTC')"
  | 'Array(String)'
  | 'Array(UUID)'
  | 'Array(Int64)'
  | 'Array(Float64)'
  | 'Array(Bool)'
  | "Array(DateTime64(3, 'UTC'))"

/** Collects the values of one query: the text only ever has numbered placeholders for what a user sends. */
export class Bindings {
  readonly #values: Record<string, QueryValue> = {}
  #count = 0

  /** The placeholder to put into the text. */
  bind(value: QueryValue, type: BoundType): string {
    const name = `p${this.#count++}`
    this.#values[name] = value
    return `{${name}:${type}}`
  }

  get params(): QueryParams {
    return this.#values
  }
}
