import type { Filter } from '@callboard/contract/calls'
import { operatorsOfKind } from '@callboard/contract/field-declaration'
import type { Span } from '@callboard/contract/period'
import { Decimal, Guid, Instant } from '@callboard/contract/scalars'
import { instantParam } from '../../db/calls/row-values.ts'
import { AppError } from '../../lib/app-error.ts'
import { Bindings, type BoundType } from './bindings.ts'
import {
  askedFields,
  type CustomerFields,
  type Field,
  isNothingSql,
  noCustomerFields,
  type StoredKind,
} from './fields.ts'
import { isOfHearing } from './hearing.ts'
import { isOfWaiting } from './missed-callers.ts'
import { isYesWanted } from './yes-or-no.ts'
import { isOfWords, wordsOf } from './spoken-words.ts'
import { memoizedOffsets, type Offsets } from './zone-offsets.ts'

/** A value of a filter; null is none. */
export type Scalar = Filter['values'][number]

export function isScalar(value: Scalar | object): value is Scalar {
  return value === null || typeof value !== 'object'
}

type Value = Exclude<Scalar, null>

/** Compiles a filter to a condition. An unknown field, a wrong operator or a value of another kind is a 400. */
export function filterSql(
  filter: Filter,
  {
    bindings,
    offsets,
    fields = askedFields,
    customerFields = noCustomerFields,
  }: {
    bindings: Bindings
    offsets: Offsets
    fields?: typeof askedFields
    customerFields?: CustomerFields | undefined
  },
): string {
  const field = customerFields.get(filter.field) ?? fields.get(filter.field)
  if (field === undefined) {
    throw new AppError('unknownReportField', `There is no field ${filter.field} to filter by.`, {
      field: filter.field,
    })
  }
  const column = field.sql(offsets)
  const condition = new Condition({ filter, field, column, bindings })
  return `(${condition.sql()})`
}

/** Throws where a report with these filters would. */
export function requireFilters(
  filters: readonly Filter[],
  { span, customerFields }: { span: Span; customerFields: CustomerFields },
): void {
  const [bindings, offsets] = [new Bindings(), memoizedOffsets(span)]
  for (const filter of filters) {
    if (isOfWords(filter)) wordsOf(filter)
    else if (isOfWaiting(filter) || isOfHearing(filter)) isYesWanted(filter)
    else filterSql(filter, { bindings, offsets, customerFields })
  }
}

interface Parts {
  filter: Filter
  field: Field
  column: string
  bindings: Bindings
}

const comparisons = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

class Condition {
  readonly #filter: Filter
  readonly #field: Field
  readonly #column: string
  readonly #bindings: Bindings

  constructor({ filter, field, column, bindings }: Parts) {
    this.#filter = filter
    this.#field = field
    this.#column = column
    this.#bindings = bindings
  }

  sql(): string {
    const { op, values } = this.#filter
    switch (op) {
      case 'isNull':
        this.#expectCount(0)
        return this.#isNothing()
      case 'notNull':
        this.#expectCount(0)
        return `NOT ${this.#isNothing()}`
      case 'eq':
        this.#expectCount(1)
        return this.#isOneOf(values)
      case 'in':
        return this.#isOneOf(values)
      case 'ne':
        this.#expectCount(1)
        return this.#isNoneOf(values)
      case 'notIn':
        return this.#isNoneOf(values)
      case 'contains':
      case 'startsWith':
        return this.#matches(op)
      case 'notContains':
        return `NOT ifNull(${this.#matches('contains')}, false)`
      case 'gt':
      case 'ge':
      case 'lt':
      case 'le':
        return this.#compares(op)
    }
  }

  #isNothing(): string {
    return isNothingSql(this.#field, this.#column)
  }

  #isOneOf(values: Filter['values']): string {
    if (values.length === 0) throw this.#error('needs a value')
    const some = values.filter((value) => value !== null)
    const parts: string[] = []
    if (some.length > 0) parts.push(this.#hasOneOf(some))
    if (some.length < values.length) parts.push(this.#isNothing())
    return `(${parts.join(' OR ')})`
  }

  /** A call without a value has none of them, and contains nothing. */
  #isNoneOf(values: Filter['values']): string {
    return `NOT ifNull(${this.#isOneOf(values)}, false)`
  }

  #hasOneOf(values: Value[]): string {
    const { storedKind: kind } = this.#field
    const list = this.#bindings.bind(
      values.map((value) => this.#valueOf(value)),
      listTypes[kind],
    )
    if (kind === 'tags') return `hasAny(${this.#column}, ${list})`
    // The bare column, so that the engine can skip parts of the table without such rows.
    return [`${this.#column} IN ${list}`, ...this.#hasReplacementOf(values)].join(' OR ')
  }

  #hasReplacementOf(values: readonly Value[]): string[] {
    const replaced = this.#field.replaced?.filter(({ value }) => values.includes(value)) ?? []
    return Array.from(
      Map.groupBy(replaced, ({ customerId }) => customerId),
      ([customerId, own]) => {
        const customer = this.#bindings.bind(customerId, 'UUID')
        const list = this.#bindings.bind([...new Set(own.map(({ by }) => by))], 'Array(String)')
        return `(customer_id = ${customer} AND ${this.#column} IN ${list})`
      },
    )
  }

  #matches(op: 'contains' | 'startsWith'): string {
    this.#expectCount(1)
    const [value] = this.#filter.values
    if (typeof value !== 'string' || value === '') throw this.#error('needs a text')
    if (!this.#allows(op)) throw this.#error(`cannot be asked for ${this.#filter.op}`)
    // A position instead of LIKE, so that `%` and `_` stand for themselves.
    const wanted = this.#bindings.bind(value.toLowerCase(), 'String')
    const found = (texts: string) =>
      op === 'contains'
        ? `position(lowerUTF8(${texts}), ${wanted}) > 0`
        : `startsWith(lowerUTF8(${texts}), ${wanted})`
    return this.#field.storedKind === 'tags'
      ? `arrayExists(tag -> ${found('tag')}, ${this.#column})`
      : found(this.#column)
  }

  #compares(op: keyof typeof comparisons): string {
    this.#expectCount(1)
    const [value] = this.#filter.values
    if (!this.#allows(op)) throw this.#error('can only be compared for being the same')
    if (value === null || value === undefined) throw this.#error('needs a value')
    return `${this.#column} ${comparisons[op]} ${this.#bindOne(value)}`
  }

  #allows(op: Filter['op']): boolean {
    return operatorsOfKind[this.#field.kind].some((known) => known === op)
  }

  #bindOne(value: Value): string {
    return this.#bindings.bind(this.#valueOf(value), boundTypes[this.#field.storedKind])
  }

  #valueOf(value: Value): string | number | boolean {
    const parsed = parsers[this.#field.storedKind](value)
    if (parsed === undefined) throw this.#error(`cannot be ${JSON.stringify(value)}`)
    return parsed
  }

  #expectCount(count: 0 | 1): void {
    if (this.#filter.values.length !== count) {
      throw this.#error(count === 0 ? 'takes no value here' : 'takes one value here')
    }
  }

  #error(why: string): AppError {
    return new AppError('invalid', `The filter on ${this.#filter.field} (${this.#filter.op}) ${why}.`, {
      field: this.#filter.field,
    })
  }
}

const boundTypes = {
  text: 'String',
  tags: 'String',
  uuid: 'UUID',
  integer: 'Int64',
  decimal: 'Decimal(18, 4)',
  float: 'Float64',
  boolean: 'Bool',
  instant: "DateTime64(3, 'UTC')",
} as const satisfies Record<StoredKind, BoundType>

/** Decimals in a list are texts, which the engine converts to the column's type: it accepts no quoted numbers there. */
const listTypes = {
  text: 'Array(String)',
  tags: 'Array(String)',
  uuid: 'Array(UUID)',
  integer: 'Array(Int64)',
  decimal: 'Array(String)',
  float: 'Array(Float64)',
  boolean: 'Array(Bool)',
  instant: "Array(DateTime64(3, 'UTC'))",
} as const satisfies Record<StoredKind, BoundType>

const parsers = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  tags: (value) => (typeof value === 'string' ? value : undefined),
  uuid: (value) => Guid.safeParse(value).data,
  integer: (value) => {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
    return Number.isSafeInteger(number) ? Number(number) : undefined
  },
  decimal: (value) => Decimal.safeParse(String(value)).data,
  float: (value) => {
    const text = Decimal.safeParse(String(value)).data
    return text === undefined ? undefined : Number(text)
  },
  boolean: (value) => {
    if (value === 'true' || value === true) return true
    return value === 'false' || value === false ? false : undefined
  },
  instant: (value) => {
    const text = Instant.safeParse(value).data
    return text === undefined ? undefined : instantParam(text)
  },
} as const satisfies Record<StoredKind, (value: Value) => string | number | boolean | undefined>
