import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export interface RowWindow {
  /** First row to draw, and the one after the last. */
  first: number
  end: number
}

interface RowWindowInput {
  /** Holds the rows and nothing above them. */
  rows: RefObject<HTMLElement | null>
  count: number
  /** Pixels; all rows are of this height. */
  rowHeight: number
  /** Told when the last rows come near, and again when there are more rows and they are near too. */
  onNearEnd: (count: number) => void
}

/** Rows drawn above and below what is seen. */
const spare = 12
/** The window moves in steps, so that most scrolling draws nothing anew. */
const step = 10

/**
 * Which rows of a long list are near the screen, whatever it is that scrolls. Ant Design's own virtual table draws
 * `div`s, in which a screen reader finds no rows and columns; with this one the table stays a table.
 */
export function useRowWindow({ rows, count, rowHeight, onNearEnd }: RowWindowInput): RowWindow {
  const [first, setFirst] = useState(0)
  const [shown, setShown] = useState(spare)

  useEffect(() => {
    let frame = 0
    function measure() {
      frame = 0
      const top = rows.current?.getBoundingClientRect().top ?? 0
      const above = Math.max(0, Math.floor(-top / rowHeight))
      setFirst(Math.max(0, Math.floor((above - spare) / step) * step))
      setShown(Math.ceil(innerHeight / rowHeight))
    }
    function schedule() {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', schedule, { capture: true, passive: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
    }
  }, [rows, rowHeight])

  const start = Math.min(first, Math.max(0, count - shown))
  const end = Math.min(count, start + shown + 2 * spare + step)
  const tellNearEnd = useEffectEvent(onNearEnd)
  const isNearEnd = end === count
  useEffect(() => {
    if (isNearEnd) tellNearEnd(count)
  }, [isNearEnd, count])

  return { first: start, end }
}
