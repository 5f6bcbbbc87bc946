import { type RefObject, useLayoutEffect, useState } from 'react'

/** Distance of an element from the top of the page in pixels, as what is above it changes. */
export function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const measure = () => setDistance(Math.round(current.getBoundingClientRect().top + scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    if (current.parentElement !== null) observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [element])
  return distance
}
