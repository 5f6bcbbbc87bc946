import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { formatFilter } from '@callboard/contract/filter-text'
import { formatCounted } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import { compareTexts } from '@callboard/contract/format-names'
import { Guid } from '@callboard/contract/scalars'
import type { SearchItem } from '@callboard/contract/search'
import { isWanted, type Search, type SearchGroup } from '../../access/record-search.ts'
import { Scope } from '../../access/rows/scope.ts'
import { type CallStore, CallStoreError } from '../../db/calls/call-store.ts'
import type { ReadingAt } from '../../db/calls/snapshots.ts'
import { instantParam } from '../../db/calls/row-values.ts'
import type { ResultPage } from '../../db/records/find-records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { type CountryCode, digitsOfNumber, toE164 } from '../../lib/phone.ts'
import {
  findCallsById,
  findCallsOfNumber,
  type FoundCalls,
  type NumberField,
  spanQuery,
} from '../../report-engine/details/find-calls.ts'
import { findNumbers } from '../../report-engine/details/find-numbers.ts'

interface SearchParts extends StoredCalls {
  db: Db
}

/** Calls as they are at one snapshot. */
interface Reading extends ReadingAt {
  calls: CallStore
  /** In which lists of calls are read. */
  timeZone: string
  page: ResultPage
}

type Group = Omit<SearchGroup, 'type' | 'label'>

/** Both are undefined, or without results, when no call is found. */
interface FoundByNumber {
  phoneNumbers?: Group
  calls: Group
}

/** Finds calls by a telephone number in any spelling or any part of one, or a single call by its id. */
export function searchCalls({ db, calls, snapshots }: SearchParts): Search {
  return async ({ caller, keyword, page, signal, ...asked }) => {
    if (!isWanted(asked, 'phoneNumbers', 'calls')) return []
    const scope = await Scope.of(db, caller)
    const found = await snapshots.read(
      { signal },
      async (at) => await searchAt(scope, keyword, { calls, timeZone: caller.timeZone, page, ...at }),
    )
    const numbers = found.phoneNumbers ?? { total: 0, items: [] }
    return [
      { type: 'phoneNumbers', label: 'Phone numbers', ...numbers },
      { type: 'calls', label: 'Calls', ...found.calls },
    ]
  }
}

async function searchAt(scope: Scope, keyword: string, reading: Reading): Promise<FoundByNumber> {
  const number = toE164(keyword, defaultCountry)
  if (number !== null) return await searchNumber(scope, { text: number, isPart: false }, reading)
  const id = Guid.safeParse(keyword).data
  const by =
    id === undefined
      ? ({ by: 'externalCallId', value: keyword } as const)
      : ({ by: 'id', value: id } as const)
  const byId = callsById(
    by,
    await findCallsById(scope, { ...by, limit: upTo(reading.page) }, reading),
    reading,
  )
  const digits = digitsOfNumber(keyword) ?? ''
  if (digits.length < minDigits) return { calls: byId }
  const part = { text: keyword.startsWith('+') ? `+${digits}` : digits, isPart: true }
  const byNumber = await searchPart(scope, part, reading)
  return byId.total > 0 ? { ...byNumber, calls: byId } : byNumber
}

type WantedId = { by: 'id' | 'externalCallId'; value: string }

function callsById(
  { by, value }: WantedId,
  { total, newest }: FoundCalls,
  { page, timeZone }: Reading,
): Group {
  const excerpt = [
    { text: by === 'id' ? 'Id ' : 'External id ', isMatch: false },
    { text: value, isMatch: true },
  ]
  const items = newest.slice(page.offset).map((call) => ({ ...callItem(call, timeZone), excerpt }))
  return { total, items }
}

/** Results of several kinds of numbers come in one order: the first of each are needed. */
function upTo({ offset, limit }: ResultPage): number {
  return offset + limit
}

/** Fewer are in nearly every number. */
const minDigits = 3

/** Assumed for numbers without a calling code. */
const defaultCountry: CountryCode = 'US'

interface WantedNumber {
  text: string
  isPart: boolean
  /** An instant, as the store reads it. */
  since?: string
}

const recentDays = 90

/** A part of a number is looked for in all calls, or in the newest only where that takes too long. */
async function searchPart(scope: Scope, wanted: WantedNumber, reading: Reading): Promise<FoundByNumber> {
  try {
    return await searchNumber(scope, wanted, reading)
  } catch (error) {
    if (!(error instanceof CallStoreError) || (error.kind !== 'timeout' && error.kind !== 'memory'))
      throw error
  }
  const since = instantParam(new Date(Date.now() - recentDays * 86_400_000))
  const { phoneNumbers, calls } = await searchNumber(scope, { ...wanted, since }, reading)
  const note = `Only of the last ${recentDays} days: there are too many calls to look through all of them for a part of a number. Type the whole number to find every call.`
  return { phoneNumbers: { total: 0, items: [], ...phoneNumbers, note }, calls: { ...calls, note } }
}

const numberFields = [
  { field: 'contactNumber', one: 'with this number', many: 'with such numbers' },
  { field: 'trackingNumber', one: 'on this tracking number', many: 'on such tracking numbers' },
] as const satisfies { field: NumberField; one: string; many: string }[]

async function searchNumber(scope: Scope, wanted: WantedNumber, reading: Reading): Promise<FoundByNumber> {
  const { text, isPart, since } = wanted
  const { timeZone, page } = reading
  const found = await Promise.all(
    numberFields.map(async ({ field, one, many }) => {
      const asked = { by: field, value: text, isPart, since, limit: upTo(page) }
      const [ofNumber, { total, numbers }] = await Promise.all([
        findCallsOfNumber(scope, asked, reading),
        findNumbers(scope, asked, reading),
      ])
      const items = numbers.map((number) => ({
        last: number.last,
        item: {
          id: `${field} ${number.number}`,
          title: number.number,
          subtitle: `${callCount(number.calls)} ${one}`,
          url:
            field === 'contactNumber'
              ? callerUrl(number.number)
              : listUrl(number, { field, op: 'eq', value: number.number, timeZone }),
        },
      }))
      return { field, words: isPart ? many : one, ofNumber, total, items }
    }),
  )
  // One from such a number to such a number is found twice.
  const byId = new Map(found.flatMap(({ ofNumber }) => ofNumber.newest).map((call) => [call.id, call]))
  const newest = [...byId.values()]
    .toSorted((one, other) => compareTexts(other.startedAt, one.startedAt))
    .slice(page.offset, upTo(page))
  return {
    phoneNumbers: {
      total: found.reduce((sum, { total }) => sum + total, 0),
      items: found
        .flatMap(({ items }) => items)
        .toSorted((one, other) => compareTexts(other.last, one.last))
        .slice(page.offset, upTo(page))
        .map(({ item }) => item),
    },
    calls: {
      total: found.reduce((sum, { ofNumber }) => sum + ofNumber.total, 0),
      items: newest.map((call) => callItem(call, timeZone)),
      lists: found.flatMap(({ field, words, ofNumber: { total, span } }) =>
        span === null
          ? []
          : {
              label: `Show ${callCount(total)} ${words}`,
              url: listUrl(span, { field, op: isPart ? 'contains' : 'eq', value: text, timeZone }),
            },
      ),
    },
  }
}

function callCount(count: number): string {
  return formatCounted(count, 'call')
}

function listUrl(
  span: { first: string; last: string },
  {
    field,
    op,
    value,
    timeZone,
  }: { field: NumberField; op: 'eq' | 'contains'; value: string; timeZone: string },
): string {
  const filter = formatFilter({ field, op, values: [value] })
  return `/reports/calldetails?${spanQuery(span, timeZone)}&filter=${encodeURIComponent(filter)}`
}

/** The page of one caller. */
function callerUrl(number: string): string {
  return `/reports/caller?number=${encodeURIComponent(number)}`
}

function callItem({ id, ...call }: FoundCalls['newest'][number], timeZone: string): SearchItem {
  const { startedAt, direction, status, contactNumber, trackingNumber } = call
  const contact = contactNumber === '' ? 'withheld number' : contactNumber
  const [from, to] = direction === 'inbound' ? [contact, trackingNumber] : [trackingNumber, contact]
  return {
    id,
    title: formatDateTime(startedAt, timeZone),
    subtitle: `${direction}, ${status}: ${from} to ${to}`,
    url: `/reports/calldetails?${spanQuery({ first: startedAt, last: startedAt }, timeZone)}&call=${id}`,
    call,
  }
}
