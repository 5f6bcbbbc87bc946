import type { TranscriptTurn } from '@callboard/contract/recordings'

/** A part of the text of a turn. */
export interface TextPart {
  text: string
  /** `masked`: what must not be read. */
  kind: 'plain' | 'found' | 'masked'
  /** The place among all matches of the transcript. */
  match?: number
}

export interface SearchedTranscript {
  /** Of each turn, in order. */
  parts: readonly (readonly TextPart[])[]
  /** The turn of each match. */
  matches: readonly number[]
}

/** Cuts the turns where the words occur, whatever their case, and where they are masked. */
export function searchTranscript(turns: readonly TranscriptTurn[], words: string): SearchedTranscript {
  const wanted = words.trim()
  const pattern =
    wanted === '' ? /•[• ]*/g : new RegExp(`•[• ]*|${wanted.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}`, 'gi')
  const matches: number[] = []
  const parts = turns.map(({ text }, turn) => {
    const cut: TextPart[] = []
    let end = 0
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (index > end) cut.push({ text: text.slice(end, index), kind: 'plain' })
      end = index + found.length
      if (found.startsWith('•')) {
        cut.push({ text: found, kind: 'masked' })
        continue
      }
      cut.push({ text: found, kind: 'found', match: matches.length })
      matches.push(turn)
    }
    if (end < text.length) cut.push({ text: text.slice(end), kind: 'plain' })
    return cut
  })
  return { parts, matches }
}

/** The turn that is spoken at a moment: the last one that has begun; -1 before the first. */
export function turnAt(turns: readonly TranscriptTurn[], time: number): number {
  return turns.findLastIndex(({ start }) => start <= time)
}
