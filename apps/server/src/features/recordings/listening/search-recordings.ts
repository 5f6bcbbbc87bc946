import { formatFilter } from '@callboard/contract/filter-text'
import { formatDuration } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import type { SearchItem } from '@callboard/contract/search'
import type { Caller } from '../../../access/callers/caller.ts'
import { isWanted, type Search, type SearchAsked, type SearchGroup } from '../../../access/record-search.ts'
import { Scope } from '../../../access/rows/scope.ts'
import type { Db } from '../../../db/tables/schema.ts'
import type { FoundRecording, SoughtWords } from '../../../db/transcript-search.ts'
import { spanQuery } from '../../../report-engine/details/find-calls.ts'
import { findSpokenRecordings } from '../../../report-engine/sql/spoken-calls.ts'
import { excerptOf } from './excerpt.ts'

/** Shorter ones begin too many words. */
const minKeywordLength = 3

/** Recordings in which the keyword was said, the newest first; its last word may be the beginning of one. */
export function searchRecordings({ db }: { db: Db }): Search {
  return async ({ caller, keyword, page, ...asked }) =>
    keyword.length < minKeywordLength || !isWanted(asked, 'recordings')
      ? []
      : [await findSaid(db, caller, { keyword, page })]
}

async function findSaid(
  db: Db,
  caller: Caller,
  { keyword, page }: Pick<SearchAsked, 'keyword' | 'page'>,
): Promise<SearchGroup> {
  const scope = await Scope.of(db, caller)
  const words = /["*]$/.test(keyword) ? keyword : `${keyword}*`
  const { sought, total, first, last, recordings } = await findSpokenRecordings(
    scope,
    { db, caller },
    { text: words, ...page },
  )
  const items = recordings.map((recording) => itemOf(recording, sought, caller.timeZone))
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

/** Whoever may hear the original finds words that are redacted; they are not shown before it is opened. */
function itemOf(
  { id, isOriginal, customerName, callStartedAt, duration, redactedTranscript }: FoundRecording,
  sought: readonly SoughtWords[],
  timeZone: string,
): SearchItem {
  const excerpt = excerptOf(redactedTranscript ?? [], sought)
  const startedAt = callStartedAt.toISOString()
  const isRedacted = redactedTranscript !== null
  const missing = isRedacted ? 'only in the original transcript' : 'no redacted transcript'
  const about = [customerName, ...(duration === null ? [] : [formatDuration(Math.round(duration))])]
  return {
    id,
    title: formatDateTime(startedAt, timeZone),
    subtitle: [...about, ...(excerpt === undefined ? [missing] : [])].join(' · '),
    startedAt,
    ...(excerpt && { excerpt }),
    url: `/${isOriginal ? 'call-recording' : 'call-recording-redacted'}/${id}`,
  }
}
