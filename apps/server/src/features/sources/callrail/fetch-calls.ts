import { Day, Instant } from '@callboard/contract/scalars'
import { z } from 'zod'
import {
  type FetchContext,
  type FetchedPage,
  FetchFailed,
  type SourceContext,
  type SourceSecrets,
} from '../adapter.ts'
import { askProvider, ProviderRefused } from '../provider-api.ts'
import { textSetting } from '../setting-values.ts'
import { CallObject, eventOfRow } from './call-object.ts'

export const callrailApi = new URL('https://api.callrail.com')

/** Beside those that a call has by default. One that the API does not know would have the whole request refused. */
const moreFields = [
  'agent_email',
  'call_type',
  'campaign',
  'company_id',
  'company_name',
  'device_type',
  'fbclid',
  'first_call',
  'formatted_tracking_source',
  'gclid',
  'keypad_entries',
  'keywords',
  'landing_page_url',
  'lead_status',
  'medium',
  'msclkid',
  'note',
  'prior_calls',
  'referrer_domain',
  'referring_url',
  'source',
  'source_name',
  'tags',
  'utm_campaign',
  'utm_content',
  'utm_medium',
  'utm_source',
  'utm_term',
  'value',
] as const

const pageSize = 250
const dayMs = 86_400_000
const firstDays = 30
/** CallRail keeps 25 months, and refuses to look for calls before. */
const keptDays = 750
/** Tags, notes and scores are often put on a call within the day after it. */
const overlapMs = dayMs
/** Limits are by the hour and by the day; it does not say when there is room again. */
const limitedSeconds = 900

const Cursor = z.strictObject({
  /** As the source says it: with another day it begins again. */
  since: z.string().nullable(),
  /** Calls that began from there on are read, */
  from: Instant,
  /** up to where it was when it began to read; null before. */
  until: Instant.nullable(),
  /** Number of the page, from 0. */
  page: z.int(),
})
type Cursor = z.infer<typeof Cursor>

interface Account {
  readonly url: URL
  readonly companyId: string | undefined
  readonly headers: { readonly authorization: string }
}

export function accountOf(api: URL, source: SourceContext, { apiKey }: SourceSecrets): Account | undefined {
  const id = textSetting(source, 'accountId')
  if (apiKey === undefined || id === undefined || !/^\w{1,64}$/.test(id)) return undefined
  return {
    url: new URL(`/v3/a/${id}/calls.json`, api),
    companyId: textSetting(source, 'companyId'),
    headers: { authorization: `Token token="${apiKey.replaceAll(/["\\\r\n]/g, '')}"` },
  }
}

/** A page of calls, the oldest first. Throws `FetchFailed`. */
export async function fetchPage(
  account: Account,
  context: FetchContext,
  cursor: unknown,
): Promise<FetchedPage> {
  const at = new Date(context.nowMs).toISOString()
  const { data: kept } = Cursor.safeParse(cursor)
  const since = textSetting(context.source, 'fetchSince') ?? null
  const here = kept?.since === since ? kept : { since, from: firstDay(since, context), until: null, page: 0 }
  const reading = { ...here, until: here.until ?? at }
  const { calls, hasNext } = await readPage(account, reading, context)
  return {
    events: calls.flatMap((call) => eventOfRow(call, at) ?? []),
    cursor: hasNext ? { ...reading, page: reading.page + 1 } : nextReading(reading),
    isDone: !hasNext,
  }
}

/** Looks back over what was read before: calls change after their end. */
function nextReading({ since, until }: Cursor & { until: string }): Cursor {
  return { since, from: new Date(Date.parse(until) - overlapMs).toISOString(), until: null, page: 0 }
}

function firstDay(since: string | null, { nowMs }: FetchContext): string {
  const { data: day } = Day.safeParse(since)
  const ms = day === undefined ? nowMs - firstDays * dayMs : Date.parse(`${day}T00:00:00Z`)
  return new Date(Math.max(ms, nowMs - keptDays * dayMs)).toISOString()
}

const Page = z.object({ calls: z.array(CallObject), has_next_page: z.boolean().nullish() })

async function readPage(
  account: Account,
  { from, until, page }: Cursor & { until: string },
  context: FetchContext,
) {
  const answer = await ask(
    account,
    {
      fields: moreFields.join(','),
      relative_pagination: 'true',
      per_page: String(pageSize),
      offset: String(page),
      sort: 'start_time',
      order: 'asc',
      time_zone: 'Etc/UTC',
      // Minutes; both are inclusive, and a day is meant to its end.
      start_date: from.slice(0, 'YYYY-MM-DDTHH:MM'.length),
      end_date: until.slice(0, 'YYYY-MM-DD'.length),
    },
    context,
  )
  const { data } = Page.safeParse(answer)
  if (data === undefined) throw unexpected()
  return { calls: data.calls, hasNext: data.has_next_page === true && data.calls.length > 0 }
}

async function ask(account: Account, query: Record<string, string>, context: FetchContext): Promise<unknown> {
  const url = new URL(account.url)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  if (account.companyId !== undefined) url.searchParams.set('company_id', account.companyId)
  try {
    return await askProvider(url, { provider: 'CallRail', headers: account.headers }, context)
  } catch (error) {
    const isLimited = error instanceof ProviderRefused && error.status === 429
    if (!isLimited || error.retryAfterSeconds !== undefined) throw error
    throw new FetchFailed(error.message, { isPassing: true, retryAfterSeconds: limitedSeconds, cause: error })
  }
}

function unexpected(): FetchFailed {
  return new FetchFailed('CallRail answered something else than a list of calls.', { isPassing: true })
}

const Counted = z.object({ total_records: z.int() })

/** Asks for the calls of the last days. Resolves with a sentence. */
export async function testAccount(account: Account, context: FetchContext): Promise<string> {
  const answer = await ask(account, { per_page: '1', date_range: 'recent' }, context)
  const { data } = Counted.safeParse(answer)
  if (data === undefined) throw unexpected()
  return data.total_records === 0
    ? 'CallRail answers. There were no calls in the last days.'
    : 'CallRail answers, and lists calls of the last days.'
}
