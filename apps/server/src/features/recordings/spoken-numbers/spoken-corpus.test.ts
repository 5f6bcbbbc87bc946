import { describe, expect, inject, it } from 'vitest'
import { findRedactedSpans } from '#server/features/recordings/redaction/redaction.ts'
import { findSensitiveText } from './sensitive-numbers.ts'
import { times } from '#test/soak.ts'
import { knownVocabulary } from '#test/spoken/known-vocabulary.ts'
import { otherVocabulary } from '#test/spoken/other-vocabulary.ts'
import { buildOrdinaryCall, buildSensitiveCall, type SpokenCall } from '#test/spoken/spoken-corpus.ts'
import { unseenVocabulary } from '#test/spoken/unseen-vocabulary.ts'
import type { Vocabulary } from '#test/spoken/vocabulary.ts'

const vocabularies: [string, Vocabulary][] = [
  ['the words that the rules were made with', knownVocabulary],
  ['other words, by which they were mended', otherVocabulary],
  ['words that they have not seen', unseenVocabulary],
]

function calls(
  build: (seed: number, words: Vocabulary) => SpokenCall,
  { words, few, many }: { words: Vocabulary; few: number; many: number },
): SpokenCall[] {
  return Array.from({ length: times(few, many) }, (_, at) => build(inject('seed') + at, words))
}

/** How many digits of a call are told, and how many of them are neither read nor heard. */
function countSecrets({ turns, secrets }: SpokenCall): { spoken: number; hidden: number } {
  const found = findSensitiveText(turns, { numbers: 'sensitive', birthDates: true, licences: true })
  const spans = findRedactedSpans({ duration: Infinity, keyTones: [], turns, pauses: [] }, found)
  let [spoken, hidden] = [0, 0]
  for (const { turn, from, to, digits } of secrets) {
    const { text = '', start = 0, end = 0 } = turns[turn] ?? {}
    const places = Array.from({ length: to - from }, (_, at) => from + at).filter((at) =>
      /[\p{L}\p{N}]/u.test(text.charAt(at)),
    )
    const isSilent = spans.some((span) => span.start <= start && span.end >= end)
    const masked = places.filter((at) =>
      found.some((one) => one.turn === turn && one.from <= at && at < one.to),
    )
    spoken += digits
    hidden += isSilent ? (digits * masked.length) / places.length : 0
  }
  return { spoken, hidden }
}

describe.each(vocabularies)('in %s', (name, words) => {
  it('99 of 100 digits of sensitive numbers are silenced', { tags: ['soak'] }, () => {
    let [spoken, hidden] = [0, 0]
    for (const call of calls(buildSensitiveCall, { words, few: 150, many: 2000 })) {
      const counts = countSecrets(call)
      spoken += counts.spoken
      hidden += counts.hidden
    }
    if (inject('isSoak'))
      console.log(`${name}: ${((100 * hidden) / spoken).toFixed(2)} % of ${spoken} digits silenced`)
    expect(hidden / spoken).toBeGreaterThanOrEqual(0.99)
  })

  it('at most one second in a hundred of ordinary talk is silenced', { tags: ['soak'] }, () => {
    let [seconds, silent] = [0, 0]
    for (const { turns } of calls(buildOrdinaryCall, { words, few: 100, many: 500 })) {
      const duration = turns.at(-1)?.end ?? 0
      seconds += duration
      for (const { start, end } of findRedactedSpans({ duration, keyTones: [], turns, pauses: [] }))
        silent += end - start
    }
    if (inject('isSoak'))
      console.log(`${name}: ${((100 * silent) / seconds).toFixed(2)} % of ${seconds.toFixed(0)} s silenced`)
    expect(silent / seconds).toBeLessThanOrEqual(0.01)
  })
})
