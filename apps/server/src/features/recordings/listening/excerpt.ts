import type { TranscriptTurn } from '@callboard/contract/recordings'
import type { SearchExcerpt } from '@callboard/contract/search'
import type { SoughtWords } from '../../../db/transcript-search.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu

/** Words before and after those that were found. */
const wordsBefore = 6
const wordsAfter = 14

interface Word {
  from: number
  to: number
  isMatch: boolean
}

/** The place of a transcript where most of the words are said close together; undefined when none is said. */
export function excerptOf(
  turns: readonly TranscriptTurn[],
  sought: readonly SoughtWords[],
): SearchExcerpt | undefined {
  const text = turns.map((turn) => turn.text.trim()).join(' ')
  const words = wordsIn(text, sought)
  const first = bestStart(words)
  if (first === undefined) return undefined
  const shown = words.slice(Math.max(0, first - wordsBefore), first + wordsAfter)
  const isFromStart = first <= wordsBefore
  const isToEnd = first + wordsAfter >= words.length
  const from = isFromStart ? 0 : (shown[0]?.from ?? 0)
  const to = isToEnd ? text.length : (shown.at(-1)?.to ?? text.length)
  return partsOf(text, shown, { from, to, before: isFromStart ? '' : '… ', after: isToEnd ? '' : ' …' })
}

function wordsIn(text: string, sought: readonly SoughtWords[]): Word[] {
  const found = Array.from(text.matchAll(word), (match) => ({
    said: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
    isMatch: false,
  }))
  for (const { words, isPrefix } of sought) {
    const wanted = words.toLowerCase().split(' ')
    for (const place of found.keys()) {
      const isSaid = wanted.every((one, at) => {
        const said = found[place + at]?.said
        return isPrefix && at === wanted.length - 1 ? said?.startsWith(one) === true : said === one
      })
      if (isSaid) for (const one of found.slice(place, place + wanted.length)) one.isMatch = true
    }
  }
  return found
}

/** The match from which on an excerpt has the most of them. */
function bestStart(words: readonly Word[]): number | undefined {
  let best: { at: number; count: number } | undefined
  for (const [at, { isMatch }] of words.entries()) {
    if (!isMatch) continue
    const count = words.slice(at, at + wordsAfter).filter((one) => one.isMatch).length
    if (best === undefined || count > best.count) best = { at, count }
  }
  return best?.at
}

/** Words that were found one after the other are one match. */
function partsOf(
  text: string,
  words: readonly Word[],
  { from, to, before, after }: { from: number; to: number; before: string; after: string },
): SearchExcerpt {
  const matches: { from: number; to: number }[] = []
  for (const [at, one] of words.entries()) {
    const last = matches.at(-1)
    if (!one.isMatch) continue
    if (last !== undefined && words[at - 1]?.isMatch === true) last.to = one.to
    else matches.push({ from: one.from, to: one.to })
  }
  const parts: SearchExcerpt = []
  let done = from
  for (const match of matches) {
    parts.push({ text: text.slice(done, match.from), isMatch: false })
    parts.push({ text: text.slice(match.from, match.to), isMatch: true })
    done = match.to
  }
  parts.push({ text: text.slice(done, to), isMatch: false })
  const last = parts.length - 1
  return parts
    .map((part, at) => ({
      ...part,
      text: `${at === 0 ? before : ''}${part.text}${at === last ? after : ''}`,
    }))
    .filter((part) => part.text !== '')
}
