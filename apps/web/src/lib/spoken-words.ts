import { spokenCallsLimit } from '@callboard/contract/calls'
import { formatCount } from '@callboard/contract/format'

/** Of an answer that is cut. */
export const spokenWordsNote = `More calls have these words: only the newest ${formatCount(spokenCallsLimit)} of them are looked at. A shorter period finds the rest.`
