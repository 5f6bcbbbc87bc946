import { type Guide, type GuidePlace, placeIn, textOf } from '#web/features/guide/guide-content.ts'

export interface GuideHit {
  place: GuidePlace
  title: string
  /** Words around the first that was found. */
  excerpt: string
}

const excerptLength = 140

/** The sections that have all words, by their beginnings; those that have them in their title come first. */
export function searchGuides(guides: readonly Guide[], keyword: string): GuideHit[] {
  const words = wordsOf(keyword)
  if (words.length === 0) return []
  const found = guides.flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const text = textOf(section)
      const inTitle = words.filter((word) => has(section.title, word)).length
      if (!words.every((word) => has(section.title, word) || has(text, word))) return []
      return [
        {
          inTitle,
          hit: { place: placeIn(guide, section), title: section.title, excerpt: excerpt(text, words) },
        },
      ]
    }),
  )
  return found.toSorted((one, other) => other.inTitle - one.inTitle).map(({ hit }) => hit)
}

function wordsOf(keyword: string): string[] {
  return keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function has(text: string, word: string): boolean {
  return placeOf(text, word) >= 0
}

/** Where a word begins with it. */
function placeOf(text: string, beginning: string): number {
  return text.search(new RegExp(`(?<![\\p{L}\\p{N}])${beginning}`, 'iu'))
}

function excerpt(text: string, words: readonly string[]): string {
  const first = Math.min(...words.map((word) => placeOf(text, word)).filter((place) => place >= 0))
  const from = Number.isFinite(first) ? Math.max(0, text.lastIndexOf('.', first) + 1) : 0
  const part = text.slice(from).trim()
  return part.length <= excerptLength ? part : `${part.slice(0, part.lastIndexOf(' ', excerptLength))} …`
}
