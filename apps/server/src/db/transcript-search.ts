import type { TranscriptTurn } from '@callboard/contract/recordings'
import { type RawBuilder, sql } from 'kysely'
import type { ResultPage } from './records/find-records.ts'
import type { Db } from './tables/schema.ts'

/** One word, several that follow each other, or the beginning of one: `isPrefix` is of the last. */
export interface SoughtWords {
  words: string
  isPrefix: boolean
}

export interface WordSearch {
  /** All of them are said in one recording. */
  sought: readonly SoughtWords[]
  /** In the transcripts as they were said, where those still are; else in what is left when they are masked. */
  inOriginals: boolean
  /** Undefined: all. */
  customerIds: readonly string[] | undefined
  /** When the calls began; `to` is exclusive. */
  span?: { from: Date; to: Date }
}

/** What only those may find to whom the redacted version is open: examined, with its speech looked through. */
const masked = sql`redaction_status IN ('clean', 'redacted') AND redacted_key IS NOT NULL AND is_speech_checked`

function matching({ sought, inOriginals, customerIds, span }: WordSearch): RawBuilder<unknown> {
  const query = sql.join(sought.map(queryOf), sql` && `)
  const inMasked = sql`(${masked} AND masked_words @@ (${query}))`
  const said = inOriginals
    ? sql`((original_key IS NOT NULL AND original_words @@ (${query})) OR (original_key IS NULL AND ${inMasked}))`
    : inMasked
  const conditions = [said]
  if (customerIds !== undefined) conditions.push(sql`customer_id = ANY(${[...customerIds]}::uuid[])`)
  if (span !== undefined)
    conditions.push(sql`call_started_at >= ${span.from} AND call_started_at < ${span.to}`)
  return sql`recording JOIN recording_content ON recording_id = recording.id WHERE ${sql.join(conditions, sql` AND `)}`
}

/** The words have only letters and digits in them, so nothing of them is read as a sign of the query. */
function queryOf({ words, isPrefix }: SoughtWords): RawBuilder<unknown> {
  return isPrefix ? sql`to_tsquery('simple', ${`'${words}':*`})` : sql`phraseto_tsquery('simple', ${words})`
}

/** The ids of the calls in which the words were said, those that began last first. */
export async function selectSpokenCalls(db: Db, search: WordSearch, limit: number): Promise<string[]> {
  const { rows } = await sql<{ call_id: string }>`SELECT call_id FROM ${matching(search)}
    GROUP BY call_id ORDER BY max(call_started_at) DESC, call_id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.call_id)
}

export interface FoundRecording {
  id: string
  customerName: string
  callStartedAt: Date
  duration: number | null
  /** Found in the original, not in what is left of it. */
  isOriginal: boolean
  /** Null while there is no redacted version that may be heard. */
  redactedTranscript: TranscriptTurn[] | null
}

export interface FoundRecordings {
  /** At most `most`. */
  total: number
  /** When the calls began, of all that are counted; null when there are none. */
  first: Date | null
  last: Date | null
  recordings: FoundRecording[]
}

/** The recordings in which the words were said, of the calls that began last. */
export async function selectSpokenRecordings(
  db: Db,
  search: WordSearch,
  { offset, limit, maxFound }: ResultPage & { maxFound: number },
): Promise<FoundRecordings> {
  const newest = (
    count: number,
    after = 0,
  ) => sql`SELECT recording.id, customer_id, call_started_at, duration,
      ${search.inOriginals} AND original_key IS NOT NULL AS is_original, ${masked} AS is_masked
    FROM ${matching(search)} ORDER BY call_started_at DESC, recording.id LIMIT ${count} OFFSET ${after}`
  const { rows: recordings } = await sql<FoundRecording>`
    SELECT found.id, customer.name AS "customerName", call_started_at AS "callStartedAt", duration,
        is_original AS "isOriginal",
        CASE WHEN is_masked THEN redacted_transcript END AS "redactedTranscript"
      FROM (${newest(limit, offset)}) AS found
      JOIN recording_content ON recording_id = found.id
      JOIN customer ON customer.id = customer_id ORDER BY call_started_at DESC, found.id`.execute(db)
  const { rows } = await sql<Omit<FoundRecordings, 'recordings'>>`
    SELECT count(*) AS total, min(call_started_at) AS first, max(call_started_at) AS last
      FROM (${newest(maxFound)}) AS found`.execute(db)
  const [{ total, first, last } = { total: 0, first: null, last: null }] = rows
  return { total, first, last, recordings }
}
