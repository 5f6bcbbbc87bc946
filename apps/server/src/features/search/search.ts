import { formatCount } from '@callboard/contract/format'
import { searchGroups, type SearchAnswer, type SearchGroupType } from '@callboard/contract/search'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { findMenus } from '../menus/menus.ts'
import { findSettings } from '../settings/settings.ts'
import { digitsOfNumber, maxShown, searchCalls, type Searching } from './search-calls.ts'
import { searchRecordings } from './search-recordings.ts'
import { countEntities, type FoundRow, selectRecords } from './store.ts'
import { pages } from './pages.ts'

type Group = Omit<SearchAnswer['groups'][number], 'type' | 'label'>

interface Found {
  total: number
  rows: readonly FoundRow[]
}

/** What a keyword finds, by kind; kinds without results are left out. */
export async function search(searching: Searching, keyword: string): Promise<SearchAnswer> {
  const { db, caller } = searching
  const limit = { keyword, limit: maxShown }
  const [ofCalls, recordings, menus, users, customers, reports, sets, groups, savedReports, entities] =
    await Promise.all([
      searchCalls(searching, keyword),
      searchRecordings(searching, keyword),
      menuGroup(db, keyword),
      selectRecords(db, 'users', limit),
      selectRecords(db, 'customers', limit),
      selectRecords(db, 'reports', limit),
      selectRecords(db, 'reportSets', limit),
      selectRecords(db, 'reportGroups', limit),
      selectRecords(db, 'savedReports', limit),
      searchEntities(db, digitsOfNumber(keyword) ?? keyword),
    ])
  // A list shows active records only unless it is asked for all of them.
  const query = `keyword=${encodeURIComponent(keyword)}`
  const found: Partial<Record<SearchGroupType, Group>> = {
    ...ofCalls,
    recordings,
    menus,
    users: withList(
      recordGroup(usersShownTo(caller, users), ({ id }) => `/manage/users/${id}`),
      `/manage/users?${query}&all=true`,
    ),
    customers: withList(
      recordGroup(customers, ({ id }) => `/manage/customers/${id}`),
      `/manage/customers?${query}&all=true`,
    ),
    reports: withList(
      recordGroup(reports, ({ id }) => `/reports/${id}`),
      `/manage/reports?${query}`,
    ),
    reportSets: withList(
      recordGroup(sets, ({ id }) => `/manage/reportsets/${id}`),
      `/manage/reportsets?${query}&all=true`,
    ),
    reportGroups: withList(
      recordGroup(groups, ({ id }) => `/manage/groups/${id}`),
      `/manage/groups?${query}&all=true`,
    ),
    savedReports: recordGroup(savedReports, ({ id }) => `/reports/saved/${id}`),
    entities,
    settings: settingGroup(keyword),
    pages: pageGroup(keyword),
  }
  return {
    groups: searchGroups.flatMap(({ type, label }) => {
      const group = found[type]
      return group === undefined || (group.total === 0 && group.note === undefined)
        ? []
        : [{ type, label, ...group }]
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

/** With the address of the list that has all of them, where not all are shown. */
function withList(group: Group, url: string): Group {
  const { total, items } = group
  return total > items.length ? { ...group, lists: [{ label: showAll(total), url }] } : group
}

function showAll(total: number): string {
  return `Show all ${formatCount(total)}`
}

/** Each type of entity has a list of its own. */
async function searchEntities(db: Kysely<Database>, keyword: string): Promise<Group> {
  const found = await selectRecords(db, 'entities', { keyword, limit: maxShown })
  const group = recordGroup(found, ({ id, type }) => `/manage/entities/${type ?? ''}/${id}`)
  if (found.total <= maxShown) return group
  const counts = await countEntities(db, keyword)
  const query = `keyword=${encodeURIComponent(keyword)}&all=true`
  return {
    ...group,
    lists: counts.map(({ type: entityType, total }) => ({
      label: showAll(total),
      url: `/manage/entities/${entityType}?${query}`,
      entityType,
    })),
  }
}

function settingGroup(keyword: string): Group {
  const found = findSettings(keyword)
  const items = found.map(({ id, label, description, key }) => ({
    id,
    title: label,
    subtitle: description,
    url: `/manage/settings#${key}`,
  }))
  return { total: found.length, items }
}

async function menuGroup(db: Kysely<Database>, keyword: string): Promise<Group> {
  const found = await findMenus(db, keyword)
  const items = found.map((menu) => ({
    id: menu.id,
    title: menu.name,
    subtitle: menu.items.length === 0 ? menu.slug : menu.items.slice(0, maxShown).join(', '),
    url: `/manage/menus/${menu.id}`,
  }))
  return { total: found.length, items }
}

function pageGroup(keyword: string): Group {
  const wanted = keyword.toLowerCase()
  const found = pages.filter(({ title }) => title.toLowerCase().includes(wanted))
  return { total: found.length, items: found.map((page) => ({ id: page.url, ...page })) }
}
