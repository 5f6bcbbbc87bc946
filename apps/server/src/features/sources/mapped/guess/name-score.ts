import { plainWord } from '../known-words.ts'
import { columnWords, type Meaning } from './column-meanings.ts'

const words = new Map<Meaning, readonly string[]>(
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record that declares them
  Object.entries(columnWords).map(([meaning, list]) => [meaning as Meaning, list.split('|')]),
)

export const meanings: readonly Meaning[] = [...words.keys()]

/** From 0 to 1: how well the name of a column says what it is. Of a path into JSON, the last parts say most. */
export function nameScore(name: string, meaning: Meaning): number {
  const list = words.get(meaning) ?? []
  const parts = name.split('.')
  const readings = [
    { text: name, factor: 1 },
    { text: name.replace(/[([].*?[)\]]/g, ' '), factor: 0.98 },
    ...(parts.length > 1
      ? [
          { text: parts.slice(-2).join(' '), factor: 0.97 },
          { text: parts.slice(-1).join(' '), factor: 0.94 - 0.01 * parts.length },
        ]
      : []),
  ]
  return Math.max(...readings.map(({ text, factor }) => factor * scoreOfWord(plainWord(text), list)))
}

function scoreOfWord(plain: string, list: readonly string[]): number {
  const exact = list.indexOf(plain)
  if (exact !== -1) return 1 - exact * 0.002
  const within = list.filter((word) => word.length > 3 && ` ${plain} `.includes(` ${word} `))
  const longest = Math.max(0, ...within.map((word) => word.length / plain.length))
  return longest === 0 ? 0 : 0.4 + 0.4 * longest
}

/** Whether the name is one of those of a meaning, and not only contains one. */
export function isNameOf(name: string, ...some: readonly Meaning[]): boolean {
  return some.some((meaning) => nameScore(name, meaning) > 0.8)
}
