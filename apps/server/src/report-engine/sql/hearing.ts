import type { Filter } from '@callboard/contract/calls'
import { type Caller, holds } from '../../access/callers/caller.ts'
import { selectSpeechCheckers } from '../../db/speech-checkers.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Bindings } from './bindings.ts'
import { isYesWanted } from './yes-or-no.ts'

/** What decides which calls somebody can listen to, beside the sound that there is. */
export interface Hearing {
  /** They may hear originals. */
  hearsOriginals: boolean
  /** Customers whose recordings wait for their transcript. */
  speechCheckers: readonly string[]
}

/** Undefined where no filter of a question depends on it. Throws `invalid`, and `forbidden` without the right to call details. */
export async function findHearing(
  { db, caller }: { db: Db; caller: Caller },
  filters: readonly Filter[],
): Promise<Hearing | undefined> {
  const asked = filters.filter(isOfHearing)
  if (asked.length === 0) return undefined
  for (const filter of asked) isYesWanted(filter)
  if (!holds(caller, 'reporting.call.details'))
    throw new AppError('forbidden', 'Listening needs the right to call details.', { field: 'canBeHeard' })
  return {
    hearsOriginals: holds(caller, 'recording.unredacted'),
    speechCheckers: await selectSpeechCheckers(db),
  }
}

export function isOfHearing({ field }: Filter): boolean {
  return field === 'canBeHeard'
}

/** The condition for the calls of a filter by whether one can listen to them: what `mayHear` says of one recording. */
export function hearingSql(filter: Filter, hearing: Hearing | undefined, bindings: Bindings): string {
  if (hearing === undefined) throw new Error('who asks for calls to listen to has not been looked up')
  const condition = heardSql(hearing, bindings)
  return isYesWanted(filter) ? condition : `NOT ${condition}`
}

function heardSql({ hearsOriginals, speechCheckers }: Hearing, bindings: Bindings): string {
  if (hearsOriginals) return "hasAny(sounds, ['original', 'checked', 'unchecked'])"
  if (speechCheckers.length === 0) return "hasAny(sounds, ['checked', 'unchecked'])"
  const checkers = bindings.bind(speechCheckers, 'Array(UUID)')
  return `(has(sounds, 'checked') OR (has(sounds, 'unchecked') AND customer_id NOT IN ${checkers}))`
}
