import { formatFilter } from '@callboard/contract/filter-text'
import { formatDuration } from '@callboard/contract/format'
import type { Kysely } from 'kysely'
import type { Caller } from '../../../access/callers/caller.ts'
import { maxShown, type Search, type SearchGroup } from '../../../access/record-search.ts'
import { Scope } from '../../../access/rows/scope.ts'
import type { Database } from '../../../db/tables/schema.ts'
import { spanQuery } from '../../../report-engine/details/find-calls.ts'
import { findSpokenRecordings } from '../../../report-engine/sql/spoken-calls.ts'

/** Shorter ones begin too many words. */
const shortestKeyword = 3

/** Recordings in which the keyword was said, the newest first; its last word may be the beginning of one. */
export function searchRecordings({ db }: { db: Kysely<Database> }): Search {
  return async ({ caller, keyword }) =>
    keyword.length < shortestKeyword ? [] : [await findSaid(db, caller, keyword)]
}

async function findSaid(db: Kysely<Database>, caller: Caller, keyword: string): Promise<SearchGroup> {
  const scope = await Scope.of(db, caller)
  const words = /["*]$/.test(keyword) ? keyword : `${keyword}*`
  const { total, first, last, recordings } = await findSpokenRecordings(
    scope,
    { db, caller },
    { text: words, limit: maxShown },
  )
  const items = recordings.map(({ id, isOriginal, customerName, callStartedAt, duration }) => ({
    id,
    title: `${callStartedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    subtitle: [customerName, ...(duration === null ? [] : [formatDuration(Math.round(duration))])].join(
      ' · ',
    ),
    url: `/${isOriginal ? 'call-recording' : 'call-recording-redacted'}/${id}`,
  }))
  const group = { type: 'recordings', label: 'Recordings', total, items }
  if (total <= items.length || first === null || last === null) return group
  const filter = formatFilter({ field: 'transcript', op: 'contains', values: [words] })
  const span = spanQuery({ first: first.toISOString(), last: last.toISOString() }, caller.timeZone)
  return {
    ...group,
    lists: [
      {
        label: 'Show the calls',
        url: `/reports/calldetails?${span}&filter=${encodeURIComponent(filter)}`,
      },
    ],
  }
}
