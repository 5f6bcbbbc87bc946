import { formatFilter } from '@callboard/contract/filter-text'
import { formatDuration } from '@callboard/contract/format'
import type { SearchAnswer } from '@callboard/contract/search'
import { Scope } from '../../access/scope.ts'
import { findSpokenRecordings } from '../../reporting/spoken-calls.ts'
import { maxShown, type Searching, spanQuery } from './search-calls.ts'

type Group = Omit<SearchAnswer['groups'][number], 'type' | 'label'>

/** Shorter ones begin too many words. */
const shortestKeyword = 3

/** Recordings in which the keyword was said, the newest first; its last word may be the beginning of one. */
export async function searchRecordings(
  { db, caller }: Pick<Searching, 'db' | 'caller'>,
  keyword: string,
): Promise<Group> {
  if (keyword.length < shortestKeyword) return { total: 0, items: [] }
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
  if (total <= items.length || first === null || last === null) return { total, items }
  const filter = formatFilter({ field: 'transcript', op: 'contains', values: [words] })
  const span = spanQuery({ first: first.toISOString(), last: last.toISOString() })
  return {
    total,
    items,
    lists: [
      {
        label: 'Show the calls',
        url: `/reports/calldetails?${span}&filter=${encodeURIComponent(filter)}`,
      },
    ],
  }
}
