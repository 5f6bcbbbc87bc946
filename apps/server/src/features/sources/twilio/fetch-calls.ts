import { Day, Instant } from '@callboard/contract/scalars'
import { z } from 'zod'
import { FetchFailed, type FetchContext, type FetchedPage, type SourceEvent } from '../adapter.ts'
import { contentKey } from '../event-text.ts'
import { eventsOfLeg } from './callback-body.ts'
import { askProvider, ProviderRefused } from '../provider-api.ts'

/** An account of an API in the form of Twilio’s of 2010-04-01. */
export interface ApiAccount {
  /** As sentences call the provider. */
  readonly provider: string
  /** `https://api.twilio.com/2010-04-01/Accounts/AC…`, which other addresses begin with. */
  readonly url: URL
  /** Name and password. */
  readonly auth: string
}

const lists = ['calls', 'recordings'] as const

const Cursor = z.strictObject({
  /** Calls that ended in this window are read, then recordings that began in it. */
  from: Instant,
  /** Null for the window that is not over. */
  until: Instant.nullable(),
  list: z.enum(lists),
  /** Path of the next page; null for the first. */
  next: z.string().nullable(),
  /** When the window was begun: the one after it begins there. */
  at: Instant,
  /** How often the window was begun again, as its page was not there any more. */
  restarts: z.int(),
})
type Cursor = z.infer<typeof Cursor>

const pageSize = 500
const maxRestarts = 3

/** A call is priced some time after its end. */
const callOverlapMs = 3_600_000
/** A recording is listed by its beginning, and complete only when its call has ended: after four hours, unless set otherwise. */
const recordingOverlapMs = 5 * 3_600_000
const dayMs = 86_400_000

/** One page of calls or recordings, from the day on. Throws `FetchFailed`. */
export async function fetchPage(
  account: ApiAccount,
  { context, cursor, since }: { context: FetchContext; cursor: unknown; since: string },
): Promise<FetchedPage> {
  const here = cursor === null ? firstWindow(since, context.nowMs) : Cursor.parse(cursor)
  const window = { ...(isBegun(here) ? here : windowAt(here.from, context.nowMs)), restarts: here.restarts }
  try {
    const page = await readPage(account, window, context)
    return { ...pageAfter(window, page, context.nowMs), events: page.events }
  } catch (error) {
    if (window.next === null || !(error instanceof ProviderRefused) || !isPageGone(error)) throw error
    if (window.restarts >= maxRestarts)
      throw new FetchFailed(`${account.provider} loses its place in the list again and again.`, {
        isPassing: true,
        cause: error,
      })
    return { events: [], cursor: { ...window, next: null, restarts: window.restarts + 1 }, isDone: false }
  }
}

/** Otherwise its day may be over by now. */
function isBegun({ until, list, next }: Cursor): boolean {
  return until !== null || list !== 'calls' || next !== null
}

/** Tokens of pages are good for some time only. */
function isPageGone({ status }: ProviderRefused): boolean {
  return [400, 404, 410].includes(status)
}

function firstWindow(since: string, nowMs: number): Cursor {
  return windowAt(new Date(`${Day.parse(since)}T00:00:00Z`).toISOString(), nowMs)
}

/** From there to the end of the day in UTC, as some providers look at days alone; without an end when that is not over. */
function windowAt(from: string, nowMs: number): Cursor {
  const endMs = (Math.floor(Date.parse(from) / dayMs) + 1) * dayMs
  return {
    from,
    until: endMs <= nowMs ? new Date(endMs).toISOString() : null,
    list: 'calls',
    next: null,
    at: new Date(nowMs).toISOString(),
    restarts: 0,
  }
}

interface Page {
  readonly events: readonly SourceEvent[]
  readonly next: string | null
}

function pageAfter(window: Cursor, { next }: Page, nowMs: number): Omit<FetchedPage, 'events'> {
  if (next !== null) return { cursor: { ...window, next }, isDone: false }
  if (window.list === 'calls') return { cursor: { ...window, list: 'recordings', next: null }, isDone: false }
  return { cursor: windowAt(window.until ?? window.at, nowMs), isDone: window.until === null }
}

const Row = z.record(z.string(), z.unknown()).and(z.object({ sid: z.string().min(1).max(200) }))
const Link = z.string().nullish()
const CallRow = Row.and(z.object({ parent_call_sid: z.string().nullish() }))
const CallPage = z.object({ calls: z.array(CallRow), next_page_uri: Link })
const RecordingRow = Row.and(z.object({ call_sid: z.string().nullish() }))
const RecordingPage = z.object({ recordings: z.array(RecordingRow), next_page_uri: Link })

async function readPage(account: ApiAccount, window: Cursor, context: FetchContext): Promise<Page> {
  const url = window.next === null ? firstPage(account, window) : nextPage(account, window.next)
  const answer = await askProvider(url, account, context)
  const { events, next_page_uri: next } =
    window.list === 'calls' ? eventsOfCalls(answer, account) : eventsOfRecordings(answer, account)
  return { events, next: next ?? null }
}

/** Where a list has `<` and `>` in the names of its filters, they mean “at or before” and “at or after”. */
function firstPage(account: ApiAccount, { list, from, until }: Cursor): URL {
  const isCalls = list === 'calls'
  const url = below(account, isCalls ? 'Calls.json' : 'Recordings.json')
  const filter = isCalls ? 'EndTime' : 'DateCreated'
  const overlapMs = isCalls ? callOverlapMs : recordingOverlapMs
  url.searchParams.set(`${filter}>`, secondsIso(Date.parse(from) - overlapMs))
  if (until !== null) url.searchParams.set(`${filter}<`, secondsIso(Date.parse(until)))
  url.searchParams.set('PageSize', String(pageSize))
  return url
}

function secondsIso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

function below({ url }: ApiAccount, path: string): URL {
  return new URL(`${url.href}/${path}`)
}

/** The key of the account is not sent anywhere but to where it was entered for. */
function nextPage({ url, provider }: ApiAccount, next: string): URL {
  const found = URL.canParse(next, url.href) ? new URL(next, url) : undefined
  if (found?.origin !== url.origin || !found.pathname.startsWith(`${url.pathname}/`))
    throw new FetchFailed(`${provider} names a next page that is not of this account.`, { isPassing: false })
  return found
}

function eventsOfCalls(answer: unknown, { provider }: ApiAccount) {
  const { data } = CallPage.safeParse(answer)
  if (data === undefined) throw unexpected(provider)
  const events = data.calls.flatMap((row) =>
    eventsOfLeg(
      { sid: row.sid, parentSid: row.parent_call_sid ?? undefined },
      without(row, 'subresource_uris'),
    ),
  )
  return { events, next_page_uri: data.next_page_uri }
}

function eventsOfRecordings(answer: unknown, { provider }: ApiAccount) {
  const { data } = RecordingPage.safeParse(answer)
  if (data === undefined) throw unexpected(provider)
  const events = data.recordings.flatMap((row): SourceEvent[] => {
    // Of a conference as a whole, or encrypted with a key of the customer’s own: it cannot be heard here.
    if (typeof row.call_sid !== 'string' || (row.encryption_details ?? null) !== null) return []
    const body = without(row, 'subresource_uris')
    return [{ callKey: row.call_sid, eventKey: `${row.sid}:${contentKey(body)}`, body }]
  })
  return { events, next_page_uri: data.next_page_uri }
}

function without(row: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name))
}

function unexpected(provider: string): FetchFailed {
  return new FetchFailed(`${provider} answered something else than a list.`, { isPassing: true })
}

/** Asks for one call. Resolves with a sentence. */
export async function testAccount(account: ApiAccount, context: FetchContext): Promise<string> {
  const url = below(account, 'Calls.json')
  url.searchParams.set('PageSize', '1')
  const { events } = eventsOfCalls(await askProvider(url, account, context), account)
  return events.length === 0
    ? `${account.provider} answers. The account has no calls yet.`
    : `${account.provider} answers, and lists calls of the account.`
}
