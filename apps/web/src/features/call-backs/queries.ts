import * as endpoints from '@callboard/contract/call-backs'
import { Keyword } from '@callboard/contract/paging'
import type { Period } from '@callboard/contract/period'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import {
  isRelative,
  noPeriodParams,
  periodParams,
  periodSearch,
  readPeriod,
} from '#web/lib/reporting/period.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { repeated, type SearchParts, toQueryString } from '#web/lib/urls/url-state.ts'

/** In the order of the choice, the usual one first. */
export const orderLabels = {
  firstCallAt: 'Longest waiting first',
  lastCallAt: 'Last call first',
  attempts: 'Most attempts first',
  location: 'By location',
  customer: 'By customer',
} as const satisfies Record<endpoints.CallBackSort, string>

export interface CallBackState {
  period: Period
  show: endpoints.ListedState
  sort: endpoints.CallBackSort
  /** Codes; none is no restriction. */
  locations: string[]
  /** Ids. */
  customers: string[]
  keyword: string | undefined
  /** From 1. */
  page: number
}

const defaultPeriod = 'last7Days'

/** What the list shows, in its address. */
export const CallBackSearch = z
  .object({
    ...periodSearch,
    show: z.enum(endpoints.listedStates).default('waiting'),
    sort: z.enum(endpoints.callBackSorts).default('firstCallAt'),
    location: repeated(z.string()),
    customer: repeated(z.guid()),
    keyword: Keyword.optional(),
    page: z.coerce.number().int().min(1).default(1),
  })
  .transform(({ show, sort, location, customer, keyword, page, ...period }, context): CallBackState => ({
    period: readPeriod(period, { relative: defaultPeriod }, context),
    show,
    sort,
    locations: location,
    customers: customer,
    keyword: keyword === '' ? undefined : keyword,
    page,
  }))

/** The parts of the address for what changes; any change but that of the page begins at the first one. */
export function callBackParams({ page, ...changes }: Partial<CallBackState>): SearchParts {
  const { period, show, sort, locations, customers } = changes
  return {
    ...(period && (isRelative(period, defaultPeriod) ? noPeriodParams : periodParams(period))),
    ...('show' in changes && { show: show === 'waiting' ? undefined : show }),
    ...('sort' in changes && { sort: sort === 'firstCallAt' ? undefined : sort }),
    ...(locations && { location: locations }),
    ...(customers && { customer: customers }),
    ...('keyword' in changes && { keyword: changes.keyword }),
    page: page === undefined || page === 1 ? undefined : String(page),
  }
}

/** The address of the list. */
export function buildCallBackUrl({ period, customers }: Pick<CallBackState, 'period' | 'customers'>): string {
  return paths.callBack + toQueryString(callBackParams({ period, customers }))
}

export const pageSize = 50

/** Reminders that come due and callers whose time is over change the list, and no event tells of them. */
const pollIntervalMs = 60_000

const descending: ReadonlySet<endpoints.CallBackSort> = new Set(['lastCallAt', 'attempts'])

export function callBacksQuery({ locations, customers, sort, ...state }: CallBackState, timeZone: string) {
  const filters = [
    { field: 'location', op: 'in' as const, values: locations },
    { field: 'customer', op: 'in' as const, values: customers },
  ].filter(({ values }) => values.length > 0)
  const body = { ...state, sort, desc: descending.has(sort), filters, timeZone, pageSize }
  return {
    ...endpointQuery('callBack', endpoints.listCallBacks, { body }),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  }
}
