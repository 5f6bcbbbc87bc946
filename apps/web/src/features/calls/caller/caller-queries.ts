import { callerPeriod, getCaller } from '@callboard/contract/callers'
import { type CallField, callDetails, type Filter } from '@callboard/contract/calls'
import { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** Whom a page is of. */
export const CallerSearch = z.object({
  number: z.string().trim().min(1).max(64),
  customer: z.guid().optional(),
})
export type CallerState = z.output<typeof CallerSearch>

export function callerQuery({ number, customer }: CallerState) {
  return endpointQuery('call', getCaller, { body: { number, customerId: customer } })
}

const shownCalls = 50

const columns: CallField[] = [
  'startedAt',
  'direction',
  'status',
  'trackingNumber',
  'source',
  'agent',
  'talkDuration',
  'note',
  'tags',
  'value',
  'currency',
]

const ofCustomer = ({ customer }: Pick<CallerState, 'customer'>): Filter[] =>
  customer === undefined ? [] : [{ field: 'customer', op: 'eq', values: [customer] }]

/** All numbers of a person, at a customer or at all that one sees. */
export interface Person extends Pick<CallerState, 'customer'> {
  numbers: string[]
}

/** All calls from and to them. */
export function allCallsFilters(person: Person): Filter[] {
  return [{ field: 'contactNumber', op: 'in', values: person.numbers }, ...ofCustomer(person)]
}

/** The newest of the calls from a person, or to them, which is asked apart as both numbers are indexed. */
export function callsOfCallerQuery(
  person: Person,
  { direction, timeZone }: { direction: 'inbound' | 'outbound'; timeZone: string },
) {
  const field = direction === 'inbound' ? 'callerNumber' : 'targetNumber'
  const filters: Filter[] = [
    { field: 'direction', op: 'eq', values: [direction] },
    { field, op: 'in', values: person.numbers },
    ...ofCustomer(person),
  ]
  return endpointQuery('call', callDetails, {
    body: {
      ...callerPeriod(Temporal.Now.plainDateISO(timeZone)),
      timeZone,
      filters,
      columns,
      pageSize: shownCalls,
    },
  })
}
