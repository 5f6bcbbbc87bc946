import { emptyGuid } from '@callboard/contract/scalars'
import type { CallDetailsQuery, Filter } from '@callboard/contract/calls'
import { callStatuses } from '@callboard/contract/fields'
import fc from 'fast-check'
import type { MadeCall, World } from './world.ts'

/** Which calls of a list somebody asks for, and how. A customer in a filter is named by its place in the world. */
export interface Selection {
  filters: Filter[]
  keyword: string | null
  sort: Extract<CallDetailsQuery['sort'], 'startedAt' | 'duration' | 'value'>
  desc: boolean
  pageSize: number
}

type Operator = Filter['op']

const filterOf = (field: string, op: Operator, values: fc.Arbitrary<Filter['values']>) =>
  fc.record({ field: fc.constant(field), op: fc.constant(op), values })

const listed = (values: readonly (string | null)[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })

function textFilters(field: string, values: readonly string[]): fc.Arbitrary<Filter>[] {
  const one = fc.constantFrom(...values).map((value) => [value])
  const part = fc.constantFrom(...values, '%', '_', 'r', 'GR').map((value) => [value.slice(0, 3)])
  return [
    filterOf(field, 'eq', one),
    filterOf(field, 'ne', one),
    filterOf(field, 'in', listed([...values, null])),
    filterOf(field, 'notIn', listed([...values, null])),
    filterOf(field, 'contains', part),
    filterOf(field, 'notContains', part),
    filterOf(field, 'startsWith', part),
    filterOf(field, 'isNull', fc.constant([])),
    filterOf(field, 'notNull', fc.constant([])),
  ]
}

const seconds = fc.nat({ max: 600 }).map((value) => [value])

const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  ...textFilters('source', ['radio', 'Web', '=cmd', 'spring sale']),
  ...textFilters('campaign', ['50%_off', '50% off', 'Grün']),
  ...textFilters('agent', ['Ada', 'Bo']),
  filterOf('location', 'startsWith', fc.constantFrom(['main'], ['N'])),
  filterOf('status', 'in', listed(callStatuses)),
  filterOf('callerNumber', 'isNull', fc.constant([])),
  filterOf('duration', 'ge', seconds),
  filterOf('duration', 'lt', seconds),
  filterOf('duration', 'isNull', fc.constant([])),
  filterOf('value', 'in', fc.constant(['12.50', 10])),
  filterOf('value', 'gt', fc.constant(['-3'])),
  filterOf('tag', 'in', listed(['lead', 'VIP', null])),
  filterOf('tag', 'contains', fc.constantFrom(['vip'], ['A'])),
  filterOf('tag', 'notContains', fc.constantFrom(['vip'], ['A'])),
  filterOf('customerId', 'in', fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })),
  filterOf('parentCallId', 'notNull', fc.constant([])),
)

export const selection: fc.Arbitrary<Selection> = fc.record({
  filters: fc.array(anyFilter, { maxLength: 2 }),
  keyword: fc.option(fc.constantFrom('rad', 'SPRING', '0147', '(212) 555', 'lead', 'ada', '%', '-', 'none'), {
    freq: 3,
    nil: null,
  }),
  sort: fc.constantFrom('startedAt', 'duration', 'value'),
  desc: fc.boolean(),
  pageSize: fc.constantFrom(1, 2, 3, 50),
})

/** The body that asks for it. */
export function asked({ filters, keyword, ...rest }: Selection, { customers }: World): object {
  return {
    ...rest,
    ...(keyword === null ? {} : { keyword }),
    filters: filters.map((filter) =>
      filter.field === 'customerId'
        ? {
            ...filter,
            // A place without a customer stands for one that nobody has.
            values: filter.values.map((at) => customers[Number(at)]?.id ?? emptyGuid),
          }
        : filter,
    ),
  }
}

/** Whether a call is among those selected, in the words of the contract. */
export function isSelected({ filters, keyword }: Selection, call: MadeCall): boolean {
  if (call.isLeg && !filters.some(({ field }) => field === 'parentCallId')) return false
  return filters.every((filter) => passes(filter, call)) && (keyword === null || holdsKeyword(call, keyword))
}

function passes({ field, op, values }: Filter, call: MadeCall): boolean {
  const own = valuesOf(field, call)
  const isSame = (value: unknown) =>
    own.some((one) => (typeof one === 'number' ? value !== null && one === Number(value) : one === value))
  const isOneOf = values.some((value) => (value === null ? own.length === 0 : isSame(value)))
  const [given] = values
  const text = String(given).toLowerCase()
  switch (op) {
    case 'eq':
    case 'in':
      return isOneOf
    case 'ne':
    case 'notIn':
      return !isOneOf
    case 'contains':
      return own.some((one) => String(one).toLowerCase().includes(text))
    case 'notContains':
      return own.every((one) => !String(one).toLowerCase().includes(text))
    case 'startsWith':
      return own.some((one) => String(one).toLowerCase().startsWith(text))
    case 'isNull':
      return own.length === 0
    case 'notNull':
      return own.length > 0
    case 'gt':
      return own.some((one) => Number(one) > Number(given))
    case 'ge':
      return own.some((one) => Number(one) >= Number(given))
    case 'lt':
      return own.some((one) => Number(one) < Number(given))
    case 'le':
      return own.some((one) => Number(one) <= Number(given))
  }
}

/** None where the call has no value. */
function valuesOf(field: string, call: MadeCall): (string | number)[] {
  if (field === 'tag') return call.tags
  if (field === 'parentCallId') return call.isLeg ? ['a parent'] : []
  if (field === 'customerId') return [call.customer]
  if (field === 'duration') return call.seconds === null ? [] : [call.seconds]
  if (field === 'value') return call.value === null ? [] : [Number(call.value)]
  const texts: Record<string, string | null> = {
    source: call.source,
    campaign: call.campaign,
    agent: call.agent,
    location: call.location,
    status: call.status,
    callerNumber: call.callerNumber,
  }
  const text = texts[field]
  return text === null || text === undefined ? [] : [text]
}

function holdsKeyword(call: MadeCall, keyword: string): boolean {
  const texts = [call.externalCallId, call.source, call.campaign, call.location, call.agent, ...call.tags]
  if (texts.some((text) => text?.toLowerCase().includes(keyword.toLowerCase()))) return true
  const digits = keyword.replaceAll(/[\s().+-]/g, '')
  return (
    /^\d{3,}$/.test(digits) && [call.number, call.callerNumber].some((number) => number?.includes(digits))
  )
}

/** What a list is sorted by; a call without it is last, whichever way. */
export function sortKey({ sort, desc }: Pick<Selection, 'sort' | 'desc'>, call: MadeCall): number {
  if (sort === 'startedAt') return Date.parse(call.startedAt)
  const last = desc ? -Infinity : Infinity
  if (sort === 'duration') return call.seconds ?? last
  return call.value === null ? last : Number(call.value)
}
