import { spokenCallsLimit } from '@callboard/contract/calls'
import { formatCount } from '@callboard/contract/format'

/** Of an answer that is cut. */
export const spokenWordsNote = `Only the newest ${formatCount(spokenCallsLimit)} calls with these words are searched. Choose a shorter period to find the rest.`
