import { addDays, dayOf } from '@callboard/contract/calendar'
import {
  searchGroups,
  type SearchAnswer,
  type SearchGroupType,
  type SearchItem,
} from '@callboard/contract/search'
import { Guid } from '@callboard/contract/scalars'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { Scope } from '../../access/scope.ts'
import type { CallStore } from '../../db/call-store.ts'
import type { Database } from '../../db/schema.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { type CountryCode, toE164 } from '../../lib/phone.ts'
import { findCalls, type FoundCalls } from '../../reporting/find-calls.ts'
import { findMenus } from '../menus/menus.ts'
import { findSettings } from '../settings/settings.ts'
import { type FoundRow, selectRecords } from './store.ts'
import { pages } from './pages.ts'

interface Group {
  total: number
  items: SearchItem[]
}

const mostShown = 6

interface Found {
  total: number
  rows: readonly FoundRow[]
}

interface Searching {
  db: Kysely<Database>
  calls: CallStore
  snapshots: Snapshots
  caller: Caller
  signal: AbortSignal
}

/** What a keyword finds, by kind; kinds without results are left out. */
export async function search(searching: Searching, keyword: string): Promise<SearchAnswer> {
  const { db, caller } = searching
  const limit = { keyword, limit: mostShown }
  const [ofCalls, menus, users, customers, reports, entities] = await Promise.all([
    searchCalls(searching, keyword),
    menuGroup(db, keyword),
    selectRecords(db, 'users', limit),
    selectRecords(db, 'customers', limit),
    selectRecords(db, 'reports', limit),
    selectRecords(db, 'entities', { ...limit, keyword: digitsOfNumber(keyword) ?? keyword }),
  ])
  const found: Partial<Record<SearchGroupType, Group>> = {
    ...ofCalls,
    menus,
    users: recordGroup(usersShownTo(caller, users), ({ id }) => `/manage/users/${id}`),
    customers: recordGroup(customers, ({ id }) => `/manage/customers/${id}`),
    reports: recordGroup(reports, ({ id }) => `/reports/${id}`),
    entities: recordGroup(entities, ({ id, type }) => `/manage/entities/${type ?? ''}/${id}`),
    settings: settingGroup(keyword),
    pages: pageGroup(keyword),
  }
  return {
    groups: searchGroups.flatMap(({ type, label }) => {
      const group = found[type]
      return group === undefined || group.total === 0 ? [] : [{ type, label, ...group }]
    }),
  }
}

/** Whoever views the portal as a user is not shown that user's e-mail address. */
function usersShownTo({ viewedBy, userId, userName }: Caller, found: Found): Found {
  if (viewedBy === null) return found
  const rows = found.rows.map((row) => (row.id === userId ? { ...row, subtitle: userName } : row))
  return { ...found, rows }
}

function recordGroup({ total, rows }: Found, urlOf: (row: FoundRow) => string): Group {
  return {
    total,
    items: rows.map((row) => ({
      id: row.id,
      title: row.title,
      subtitle: row.subtitle === '' ? null : row.subtitle,
      url: urlOf(row),
    })),
  }
}

function settingGroup(keyword: string): Group {
  const found = findSettings(keyword)
  const items = found.slice(0, mostShown).map(({ id, label, description, key }) => ({
    id,
    title: label,
    subtitle: description,
    url: `/manage/settings#${key}`,
  }))
  return { total: found.length, items }
}

async function menuGroup(db: Kysely<Database>, keyword: string): Promise<Group> {
  const found = await findMenus(db, keyword)
  const items = found.slice(0, mostShown).map((menu) => ({
    id: menu.id,
    title: menu.name,
    subtitle: menu.items.length === 0 ? menu.slug : menu.items.slice(0, mostShown).join(', '),
    url: `/manage/menus/${menu.id}`,
  }))
  return { total: found.length, items }
}

function pageGroup(keyword: string): Group {
  const wanted = keyword.toLowerCase()
  const found = pages.filter(({ title }) => title.toLowerCase().includes(wanted))
  return { total: found.length, items: found.slice(0, mostShown).map((page) => ({ id: page.url, ...page })) }
}

/** The digits of a keyword that looks like part of a telephone number: codes of numbers contain them. */
function digitsOfNumber(keyword: string): string | undefined {
  if (!/^[+(]?\d[\d\s().-]*$/.test(keyword)) return undefined
  return keyword.replaceAll(/\D/g, '')
}

/** Finds calls by a telephone number in any spelling, or a single call by its id. */
async function searchCalls(
  { db, calls, snapshots, caller, signal }: Searching,
  keyword: string,
): Promise<{ phoneNumbers?: Group; calls: Group }> {
  const scope = await Scope.of(db, caller)
  return await snapshots.read({ signal }, async (reading) => {
    const find = async (by: Parameters<typeof findCalls>[1]['by'], value: string) =>
      await findCalls(scope, { by, value, limit: mostShown }, { calls, ...reading })
    const number = toE164(keyword, defaultCountry)
    if (number !== null) {
      const [from, to] = await Promise.all([find('callerNumber', number), find('trackingNumber', number)])
      const newest = [...from.newest, ...to.newest]
        .toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
        .slice(0, mostShown)
      return {
        phoneNumbers: numberGroup(number, { from, to }),
        calls: { total: from.total + to.total, items: newest.map((call) => callItem(call)) },
      }
    }
    const id = Guid.safeParse(keyword).data
    const found = await (id === undefined ? find('externalCallId', keyword) : find('id', id))
    return { calls: { total: found.total, items: found.newest.map((call) => callItem(call)) } }
  })
}

/** Assumed for numbers without a calling code. */
const defaultCountry: CountryCode = 'US'

function numberGroup(number: string, { from, to }: { from: FoundCalls; to: FoundCalls }): Group {
  const items = [
    ...numberItem(number, { found: from, field: 'callerNumber', what: 'from this caller' }),
    ...numberItem(number, { found: to, field: 'trackingNumber', what: 'to this tracking number' }),
  ]
  return { total: items.length, items }
}

function numberItem(
  number: string,
  { found: { total, span }, field, what }: { found: FoundCalls; field: string; what: string },
): SearchItem[] {
  if (span === null) return []
  const filter = `${field}:eq:${encodeURIComponent(number)}`
  const count = total === 1 ? '1 call' : `${total.toLocaleString('en-US')} calls`
  return [
    {
      id: `${field} ${number}`,
      title: number,
      subtitle: `${count} ${what}`,
      url: `/reports/calldetails?${spanQuery(span)}&filter=${encodeURIComponent(filter)}`,
    },
  ]
}

function callItem({
  id,
  startedAt,
  direction,
  status,
  callerNumber,
  trackingNumber,
}: FoundCalls['newest'][number]) {
  const caller = callerNumber === '' ? 'withheld number' : callerNumber
  return {
    id,
    title: `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    subtitle: `${direction}, ${status}: ${caller} to ${trackingNumber}`,
    url: `/reports/calldetails?${spanQuery({ first: startedAt, last: startedAt })}&call=${id}`,
  }
}

/** A period that contains these instants in every time zone. */
function spanQuery({ first, last }: { first: string; last: string }): string {
  return `from=${addDays(dayOf(first, 'UTC'), -1)}&to=${addDays(dayOf(last, 'UTC'), 2)}`
}
