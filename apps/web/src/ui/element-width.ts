import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels, as it changes; undefined until it is laid out. */
export function useElementWidth<E extends HTMLElement>(): [RefObject<E | null>, number | undefined] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const { current } = ref
    if (current === null) return undefined
    const measure = () => setWidth(current.clientWidth || undefined)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
