import { type Filter, spokenCallsLimit } from '@callboard/contract/calls'
import type { Span } from '@callboard/contract/period'
import { type Caller, holds } from '../../access/callers/caller.ts'
import type { Scope } from '../../access/rows/scope.ts'
import { mayReadOriginalWords } from '../../access/rows/recording-rights.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { ResultPage } from '../../db/records/find-records.ts'
import * as store from '../../db/transcript-search.ts'
import { AppError } from '../../lib/app-error.ts'
import { isOfWords, type SpokenCalls, wordsOf } from './spoken-words.ts'

/**
 * The calls of a question whose filters ask for words of transcripts; undefined when none does. Who may not hear originals finds
 * words of the masked transcripts alone, and so does everybody in what leaves the portal. `spans` are the periods that the question reads. Throws `invalid`, and
 * `forbidden` without the right to call details.
 */
export async function findSpokenCalls(
  scope: Scope,
  { db, caller, leavesPortal = false }: { db: Db; caller: Caller; leavesPortal?: boolean },
  { filters, spans }: { filters: readonly Filter[]; spans: readonly Span[] },
): Promise<SpokenCalls | undefined> {
  const texts = filters.filter(isOfWords).map(wordsOf)
  if (texts.length === 0) return undefined
  if (!holds(caller, 'reporting.call.details')) {
    throw new AppError('forbidden', 'You need the right to call details to search transcripts.', {
      field: 'transcript',
    })
  }
  const inOriginals = !leavesPortal && mayReadOriginalWords(caller)
  if (scope.isEmpty) return { texts, ids: [], isCut: false, inOriginals }
  const search = {
    sought: texts.flatMap(soughtIn),
    inOriginals,
    customerIds: scope.customerIds,
    span: around(spans),
  }
  const ids = await store.selectSpokenCalls(db, search, spokenCallsLimit + 1)
  return { texts, ids: ids.slice(0, spokenCallsLimit), isCut: ids.length > spokenCallsLimit, inOriginals }
}

/** The newest recordings of a scope in which the words were said. */
export async function findSpokenRecordings(
  scope: Scope,
  { db, caller }: { db: Db; caller: Caller },
  { text, ...page }: ResultPage & { text: string },
): Promise<store.FoundRecordings & { sought: store.SoughtWords[] }> {
  const sought = soughtIn(text)
  if (sought.length === 0 || scope.isEmpty)
    return { sought, total: 0, first: null, last: null, recordings: [] }
  const search = { sought, inOriginals: mayReadOriginalWords(caller), customerIds: scope.customerIds }
  const found = await store.selectSpokenRecordings(db, search, { ...page, maxFound: spokenCallsLimit })
  return { sought, ...found }
}

const part = /"([^"]*)"?|[^\s"]+/g
const word = /[\p{L}\p{M}\p{N}]+/gu

/** `refund "credit card" appoint*`: words, words in quotation marks that follow each other, beginnings of words. */
function soughtIn(text: string): store.SoughtWords[] {
  return Array.from(text.matchAll(part), ([typed, quoted]) => ({
    words: (quoted ?? typed).match(word)?.join(' ') ?? '',
    isPrefix: quoted === undefined && typed.endsWith('*'),
  })).filter(({ words }) => words !== '')
}

function around(spans: readonly Span[]): { from: Date; to: Date } {
  const from = spans.map((span) => span.from.epochMilliseconds)
  const to = spans.map((span) => span.to.epochMilliseconds)
  return { from: new Date(Math.min(...from)), to: new Date(Math.max(...to)) }
}
