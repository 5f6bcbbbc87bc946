import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

// Runs in the worker of `findCommonPatterns`.

export interface StrengthTask {
  password: string
  /** What a guesser knows of its owner. */
  ownerWords: readonly string[]
}

/** What a guesser tries before all combinations of characters. */
export type CommonPattern = 'ownWord' | 'commonWord' | 'keyboard' | 'repetition' | 'sequence' | 'date'

/** Nobody guesses the whole of a password that begins with so much that is hard to guess; longer ones take longer to check. */
const maxLength = 48

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength,
})

/** The patterns of a password that falls to fewer than 10^10 guesses (zxcvbn's score of 4); undefined for any other. */
export function evaluatePassword({ password, ownerWords }: StrengthTask): CommonPattern[] | undefined {
  const { score, sequence } = estimator.check(password, [...ownerWords])
  if (score === 4) return undefined
  return [...new Set(sequence.flatMap((match) => patternOf(match) ?? []))]
}

function patternOf({ pattern, dictionaryName }: MatchExtended): CommonPattern | undefined {
  if (pattern === 'dictionary') return dictionaryName === 'userInputs' ? 'ownWord' : 'commonWord'
  return patterns[pattern]
}

const patterns: Readonly<Partial<Record<string, CommonPattern>>> = {
  spatial: 'keyboard',
  repeat: 'repetition',
  sequence: 'sequence',
  wordSequence: 'sequence',
  date: 'date',
  // Years of our time are the only ones that zxcvbn finds this way.
  regex: 'date',
}
