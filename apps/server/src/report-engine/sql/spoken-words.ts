import type { Filter } from '@callboard/contract/calls'
import type { Scope } from '../../access/rows/scope.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Bindings } from './bindings.ts'
import type { Hearing } from './hearing.ts'

/** The calls in whose recordings the words of a question's filters were said, as far as the caller may know. */
export interface SpokenCalls {
  /** The words of each filter, all of them said in one recording. */
  texts: readonly string[]
  ids: readonly string[]
  /** More calls have the words; these are the newest. */
  isCut: boolean
  /** They were looked for in what was said, not in what is left of it when it is masked. */
  inOriginals: boolean
}

/** The same for the same rows, whoever asks: who reads other words, or hears other versions, finds other calls. */
export function rowsFingerprint(
  scope: Scope,
  { spoken, hearing }: { spoken?: SpokenCalls | undefined; hearing?: Hearing | undefined },
): string {
  const words = spoken?.inOriginals === true ? ' original words' : ''
  return `${scope.fingerprint}${words}${hearing?.hearsOriginals === true ? ' original sounds' : ''}`
}

/** Whether a filter asks for words of transcripts, which the table of calls does not have. */
export function isOfWords({ field }: Filter): boolean {
  return field === 'transcript'
}

/** Throws `invalid` unless the filter names words. */
export function wordsOf({ field, op, values }: Filter): string {
  const [text, another] = values
  const error = (why: string) => new AppError('invalid', `The filter on ${field} (${op}) ${why}.`, { field })
  if (op !== 'contains') throw error('can only be asked for what it contains')
  if (typeof text !== 'string' || another !== undefined) throw error('takes one text')
  if (!/[\p{L}\p{N}]/u.test(text)) throw error('needs a word')
  return text
}

/** The condition for the calls of a filter by words. */
export function spokenSql(filter: Filter, spoken: SpokenCalls | undefined, bindings: Bindings): string {
  if (spoken === undefined || !spoken.texts.includes(wordsOf(filter)))
    throw new Error('the calls with these words have not been looked up')
  if (spoken.ids.length === 0) return 'false'
  // As one text: the engine would quote an array of ten thousand ids one by one.
  const ids = bindings.bind(spoken.ids.join(','), 'String')
  return `id IN (SELECT toUUID(arrayJoin(splitByChar(',', ${ids}))))`
}
