import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the element has come near the visible part of the page; stays true from then on. */
export function useInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [hasBeenSeen, setHasBeenSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || hasBeenSeen) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setHasBeenSeen(true)
      },
      { rootMargin: '120px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasBeenSeen])
  return [ref, hasBeenSeen]
}
