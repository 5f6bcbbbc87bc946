import type { PartialCall } from '@callboard/contract/calls'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Fitting {
  /** How many tags are shown, from the first on. */
  count: number
  /** Of the first one, where it is shown and has no room as a whole. */
  cutTo: number | undefined
}

interface Widths {
  /** For all marks of a call. */
  availableWidth: number
  /** Of what stands before the tags. */
  before: readonly number[]
  /** Of each tag as a whole. */
  tags: readonly number[]
}

/** Between marks, as the style sheet has it. */
const gap = 4
/** Browsers round differently. */
const tolerance = 0.5
/** Less of a tag says nothing. */
const minCut = 64

/** The tags that are shown whole; the first one is cut rather than left out where enough of it is seen, or nothing else would be. */
export function fitTags({ availableWidth, before, tags }: Widths): Fitting {
  const start = before.reduce((sum, width) => sum + width + gap, 0)
  const more = tags.length > 9 ? 44 : 36
  let end = start
  let count = 0
  for (const [at, width] of tags.entries()) {
    end += width
    if (end <= availableWidth + tolerance - (at === tags.length - 1 ? 0 : more)) count = at + 1
    end += gap
  }
  const left = availableWidth - start - (tags.length > 1 ? more : 0)
  const isCut = count === 0 && tags.length > 0 && (before.length === 0 || left >= minCut)
  return isCut ? { count: 1, cutTo: Math.floor(Math.max(left, 0)) } : { count, cutTo: undefined }
}

/**
 * How many tags of a call an element has room for, before it is painted and whenever its width changes. The element has all marks of
 * the call unseen, the tags last, and is as wide as what is seen may be: so its width does not depend on how many are.
 */
export function useFittingTags<E extends HTMLElement>(call: PartialCall): [RefObject<E | null>, Fitting] {
  const ref = useRef<E>(null)
  const [fitting, setFitting] = useState<Fitting>()
  useLayoutEffect(() => {
    const { current } = ref
    const total = call.tags?.length ?? 0
    if (current === null) return undefined
    const measure = () => {
      const widths = Array.from(current.children, (mark) => mark.getBoundingClientRect().width)
      const availableWidth = current.getBoundingClientRect().width
      const parts = { before: widths.slice(0, -total), tags: widths.slice(-total) }
      // Nothing is wide where nothing is laid out.
      const next = availableWidth > 0 ? fitTags({ availableWidth, ...parts }) : undefined
      setFitting((last) => (last?.count === next?.count && last?.cutTo === next?.cutTo ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [call])
  return [ref, fitting ?? { count: Infinity, cutTo: undefined }]
}
