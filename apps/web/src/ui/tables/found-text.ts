import { type RefObject, useEffect } from 'react'

/** Known to the style sheet of the page. */
const name = 'found'

/** Marks where a keyword stands in what is shown inside an element, also in what comes while somebody scrolls. */
export function useFoundText(place: RefObject<HTMLElement | null>, keyword: string | undefined): void {
  useEffect(() => {
    const element = place.current
    // Older browsers show the same without marks.
    if (element === null || keyword === undefined || typeof Highlight === 'undefined') return undefined
    const pattern = patternOf(keyword)
    const mark = () => CSS.highlights.set(name, new Highlight(...findRanges(element, pattern)))
    let frame = requestAnimationFrame(mark)
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(mark)
    })
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(name)
    }
  }, [place, keyword])
}

/** Between two digits of a number there may be what it is written with: `3125550` is found in `(312) 555-0100`. */
export function patternOf(keyword: string): RegExp {
  const isNumber = /^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(keyword)
  const text = isNumber
    ? keyword.replaceAll(/\D/g, '').split('').join('\\D{0,3}')
    : keyword.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return new RegExp(text, 'gi')
}

function findRanges(element: HTMLElement, pattern: RegExp): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const { 0: found, index } of (node.nodeValue ?? '').matchAll(pattern)) {
      const range = new Range()
      range.setStart(node, index)
      range.setEnd(node, index + found.length)
      ranges.push(range)
    }
  }
  return ranges
}
