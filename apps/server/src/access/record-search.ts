import { formatCount } from '@callboard/contract/format'
import { isManaged, type RecordType, recordTypes } from '@callboard/contract/record-types'
import type { SearchAnswer } from '@callboard/contract/search'
import {
  findRecords,
  type Found,
  type FoundRow,
  type ResultPage,
  type SearchedRows,
} from '../db/records/find-records.ts'
import type { Db } from '../db/tables/schema.ts'
import type { Caller } from './callers/caller.ts'

export interface SearchAsked {
  caller: Caller
  keyword: string
  /** Results of this kind alone are wanted. */
  type?: string | undefined
  /** Of each kind. */
  page: ResultPage
  signal: AbortSignal
}

export type SearchGroup = SearchAnswer['groups'][number]

/** What a keyword finds of a feature; groups without results are not shown. */
export type Search = (asked: SearchAsked) => Promise<SearchGroup[]>

export function isWanted({ type }: Pick<SearchAsked, 'type'>, ...types: string[]): boolean {
  return type === undefined || types.includes(type)
}

interface RecordSearch extends SearchedRows {
  /** Where the page of a record is, without its id; below that of the list unless given. */
  page?: string
  /** Its list shows active records alone, and so do its results. */
  isActiveOnly?: true
}

/** Finds the records of a type by keyword, with the way to the list of all of them, where there is one. */
export function recordSearch(db: Db, type: RecordType, rows: RecordSearch): Search {
  const list = isManaged(type) ? `/manage/${recordTypes[type].page.path}` : undefined
  const page = rows.page ?? list ?? ''
  return async ({ keyword, page: { offset, limit }, type: wanted }) => {
    if (!isWanted({ type: wanted }, groupTypeOf(type))) return []
    const found = await findRecords(db, rows, { keyword, offset, limit })
    const group = groupOf(type, found, ({ id }) => `${page}/${id}`)
    if (list === undefined || found.total <= limit) return [group]
    // A list shows active records only unless it is asked for all of them.
    const query = `keyword=${encodeURIComponent(keyword)}${rows.isActiveOnly === true ? '' : '&all=true'}`
    return [{ ...group, lists: [{ label: showAll(found.total), url: `${list}?${query}` }] }]
  }
}

export function groupOf(
  type: RecordType,
  { total, rows }: Found,
  urlOf: (row: FoundRow) => string,
): SearchGroup {
  return {
    type: groupTypeOf(type),
    label: recordTypes[type].plural,
    total,
    items: rows.map((row) => ({
      id: row.id,
      title: row.title,
      subtitle: row.subtitle === '' ? null : row.subtitle,
      url: urlOf(row),
    })),
  }
}

export function groupTypeOf(type: RecordType): string {
  return `${type.replace(/(?<![aeiou])y$/, 'ie')}s`
}

export function showAll(total: number): string {
  return `Show all ${formatCount(total)}`
}
