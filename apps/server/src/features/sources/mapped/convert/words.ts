import type { WordMeaning } from '@callboard/contract/mappings'

/** What a word means; undefined where nobody has said it. */
export type Translate = (word: string) => string | undefined

/** Case does not matter, and `*` stands for any text. What is said of a word itself comes before what is said of `*`. */
export function translator(words: readonly WordMeaning[]): Translate {
  const exact = new Map<string, string>()
  const patterns: { pattern: RegExp; value: string }[] = []
  for (const { word, value } of words) {
    const lower = word.trim().toLowerCase()
    if (lower.includes('*')) patterns.push({ pattern: wildcard(lower), value })
    else if (!exact.has(lower)) exact.set(lower, value)
  }
  return (word) => {
    const lower = word.toLowerCase()
    return exact.get(lower) ?? patterns.find(({ pattern }) => pattern.test(lower))?.value
  }
}

function wildcard(text: string): RegExp {
  const parts = text.split(/\*+/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^]*?')}$`)
}
