import { type SortName, sortNames } from '@callboard/contract/field-names'
import { Filter } from '@callboard/contract/calls'
import { Keyword } from '@callboard/contract/paging'
import type { Period } from '@callboard/contract/period'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { paths } from '#web/lib/paths.ts'
import { isSamePeriod, noPeriodParams, periodParams, periodSearch, readPeriod } from '#web/lib/period.ts'
import { repeated, type SearchParts, toQueryString } from '#web/lib/url-state.ts'

/** The state of the call list in its address: which calls, in which order, and which call is open. */
export interface CallListState {
  period: Period
  /** Zone in which days and hours are read; the user's own unless given. */
  timeZone: string | undefined
  filters: Filter[]
  keyword: string | undefined
  sort: SortName
  desc: boolean
  /** Id of the call whose drawer is open. */
  call: string | undefined
}

export const callListDefaults: CallListState = {
  period: { relative: 'last7Days' },
  timeZone: undefined,
  filters: [],
  keyword: undefined,
  sort: 'startedAt',
  desc: true,
  call: undefined,
}

/**
 * Reads the address of the call list. Parameters: `period=last7Days` or `from=…&to=…` (days or instants, to exclusive);
 * `zone` where it is not the user's; `filter=field:op:value,value` once a filter; `keyword`; `sort`; `desc=true|false`;
 * `call=<id>`. For `useUrlState`.
 */
export const CallListSearch = z
  .object({
    ...periodSearch,
    zone: TimeZone.optional(),
    filter: repeated(z.string().transform(filterFromText)),
    keyword: Keyword.optional(),
    sort: z.enum(sortNames).default(callListDefaults.sort),
    desc: z.enum(['true', 'false']).optional(),
    call: z.guid().optional(),
  })
  .transform(({ period, from, to, zone, filter, keyword, sort, desc, call }, context): CallListState => {
    return {
      period: readPeriod({ period, from, to }, callListDefaults.period, context),
      timeZone: zone,
      filters: filter,
      keyword: keyword === '' ? undefined : keyword,
      sort,
      desc: desc === undefined ? callListDefaults.desc : desc === 'true',
      call,
    }
  })

/** The parts of the address for this state, without defaults. Also for `write` of `useUrlState`. */
export function callListParams(state: Partial<CallListState>): SearchParts {
  const { period, timeZone, filters, keyword, sort, desc, call } = { ...callListDefaults, ...state }
  return {
    ...(isSamePeriod(period, callListDefaults.period) ? noPeriodParams : periodParams(period)),
    zone: timeZone,
    filter: filters.map(filterToText),
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

type FilterValue = Filter['values'][number]

/** `field:op:value,value`, each value percent-encoded; texts as they are, `~null`, `~true`, `~false` and `~12.5` for the rest. */
function filterToText({ field, op, values }: z.input<typeof Filter>): string {
  const parts = [encodeURIComponent(field), op]
  if (values !== undefined && values.length > 0) parts.push(values.map(valueToText).join(','))
  return parts.join(':')
}

function valueToText(value: FilterValue): string {
  if (typeof value !== 'string') return `~${String(value)}`
  return encodeURIComponent(value).replace(/^~/, '%7E')
}

function filterFromText(text: string, context: z.RefinementCtx<string>): Filter {
  const [field = '', op, values, ...rest] = text.split(':')
  const read = Filter.safeParse({
    field: decode(field),
    op,
    values: values === undefined ? [] : values.split(',').map(valueFromText),
  })
  if (read.success && field !== '' && rest.length === 0) return read.data
  context.addIssue({ code: 'custom', message: `The filter “${text}” cannot be read.` })
  return z.NEVER
}

/** Undefined if `valueToText` never returns such a text. */
function valueFromText(text: string): FilterValue | undefined {
  if (!text.startsWith('~')) return decode(text)
  const plain = text.slice(1)
  if (plain === 'null') return null
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
