import { type SortName, sortNames } from '@callboard/contract/field-names'
import type { Filter } from '@callboard/contract/calls'
import { formatFilter, parseFilter } from '@callboard/contract/filter-text'
import { Keyword } from '@callboard/contract/paging'
import type { Period } from '@callboard/contract/period'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { paths } from '#web/lib/urls/paths.ts'
import {
  isRelative,
  noPeriodParams,
  periodParams,
  periodSearch,
  readPeriod,
} from '#web/lib/reporting/period.ts'
import { repeated, type SearchParts, toQueryString } from '#web/lib/urls/url-state.ts'

/** Which calls a list is of, as its address says it. */
export interface ListedCalls {
  period: Period
  /** Zone in which days and hours are read; the user's own unless given. */
  timeZone: string | undefined
  filters: Filter[]
  /** Ids of entity groups; none is no restriction. */
  entityGroups: string[]
  keyword: string | undefined
}

/** The state of the call list in its address: which calls, in which order, and which call is open. */
export interface CallListState extends ListedCalls {
  sort: SortName
  desc: boolean
  /** Id of the call whose drawer is open. */
  call: string | undefined
}

const defaultPeriod = 'last7Days'
export const callListDefaults: CallListState = {
  period: { relative: defaultPeriod },
  timeZone: undefined,
  filters: [],
  entityGroups: [],
  keyword: undefined,
  sort: 'startedAt',
  desc: true,
  call: undefined,
}

/** What an empty list offers to clear, in a word, and how it is cleared; undefined where nothing narrows the list. */
export function clearing({ filters, entityGroups, keyword }: Pick<ListedCalls, keyof typeof cleared>) {
  if (filters.length > 0 || entityGroups.length > 0) return { what: 'filters', cleared }
  return keyword === undefined ? undefined : { what: 'search', cleared }
}

const cleared = { filters: [], entityGroups: [], keyword: undefined } satisfies Partial<ListedCalls>

/** A filter as an address has it. */
export const filterText = z.string().transform(filterFromText)

/** The parameters of an address that say which calls. */
export const selectionSearch = {
  ...periodSearch,
  zone: TimeZone.optional(),
  filter: repeated(filterText),
  group: repeated(z.guid()),
  keyword: Keyword.optional(),
}

/** For the transform of an address. */
export function readSelection(
  { zone, filter, group, keyword, ...period }: z.output<z.ZodObject<typeof selectionSearch>>,
  context: z.RefinementCtx,
): ListedCalls {
  return {
    period: readPeriod(period, callListDefaults.period, context),
    timeZone: zone,
    filters: filter,
    entityGroups: group,
    keyword: keyword === '' ? undefined : keyword,
  }
}

/**
 * Reads the address of the call list. Parameters: `period=last7Days` or `from=…&to=…` (days or instants, to exclusive);
 * `zone` where it is not the user's; `filter=field:op:value,value` once a filter; `group=<id>` once a group; `keyword`; `sort`; `desc=true|false`;
 * `call=<id>`. For `useUrlState`.
 */
export const CallListSearch = z
  .object({
    ...selectionSearch,
    sort: z.enum(sortNames).default(callListDefaults.sort),
    desc: z.enum(['true', 'false']).optional(),
    call: z.guid().optional(),
  })
  .transform(({ sort, desc, call, ...selection }, context): CallListState => ({
    ...readSelection(selection, context),
    sort,
    desc: desc === undefined ? callListDefaults.desc : desc === 'true',
    call,
  }))

/** The parts of the address for this state, without defaults. Also for `write` of `useUrlState`. */
export function callListParams(state: Partial<CallListState>): SearchParts {
  const { period, timeZone, filters, entityGroups, keyword, sort, desc, call } = {
    ...callListDefaults,
    ...state,
  }
  return {
    ...(isRelative(period, defaultPeriod) ? noPeriodParams : periodParams(period)),
    zone: timeZone,
    filter: filters.map(formatFilter),
    group: entityGroups,
    keyword: keyword === '' ? undefined : keyword,
    sort: sort === callListDefaults.sort ? undefined : sort,
    desc: desc === callListDefaults.desc ? undefined : String(desc),
    call,
  }
}

/** The address of the call list that shows these calls. */
export function buildCallListUrl(state: Partial<CallListState>): string {
  return paths.callDetails + toQueryString(callListParams(state))
}

/** The address of the list of their callers. */
export function buildCallersUrl(calls: Partial<ListedCalls>): string {
  return paths.callers + toQueryString(callListParams(calls))
}

/** The address of the page of one caller, of a customer or of all that one sees. */
export function buildCallerUrl(caller: { number: string; customer?: string | undefined }): string {
  return paths.caller + toQueryString(caller)
}

function filterFromText(text: string, context: z.RefinementCtx<string>): Filter {
  const filter = parseFilter(text)
  if (filter !== undefined) return filter
  context.addIssue({ code: 'custom', message: `The filter “${text}” is not valid.` })
  return z.NEVER
}
