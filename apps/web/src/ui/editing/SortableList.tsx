import { HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#web/ui/editing/SortableList.module.css'
import { Spoken } from '#web/ui/Spoken.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'

interface SortableListProps<T> {
  /** Of the list, for screen readers. */
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** What the handle of an item moves. */
  nameOf: (item: T) => string
  renderItem: (item: T) => ReactNode
  onMove: (from: number, to: number) => void
}

interface Drag {
  from: number
  /** Where it would go if it were let go now. */
  to: number
}

/** A list whose items are dragged by a handle, or moved with the arrow keys while the handle has the focus. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, items, keyOf, nameOf, renderItem, onMove } = props
  const list = useRef<HTMLUListElement>(null)
  /** Key of the item whose handle keeps the focus: a browser takes it from an element that is moved. */
  const focused = useRef<string>(undefined)
  const [drag, setDrag] = useState<Drag>()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (focused.current === undefined) return
    const at = items.findIndex((item) => keyOf(item) === focused.current)
    focused.current = undefined
    list.current?.children[at]?.querySelector('button')?.focus()
  })

  function move(from: number, to: number) {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    focused.current = keyOf(item)
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}`)
    onMove(from, to)
  }

  const handleProps = (index: number) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0) return
      event.preventDefault()
      move(index, index + step)
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag !== undefined) setDrag({ ...drag, to: placeAt(list.current, clientY) })
    },
    onPointerUp: () => {
      if (drag !== undefined) move(drag.from, drag.to)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  })

  return (
    <>
      <Stack as="ul" gap={4} ref={list} aria-label={label}>
        {items.map((item, index) => (
          <li key={keyOf(item)} className={classes.item} data-place={drag && placeMark(drag, index)}>
            <Button
              type="text"
              size="small"
              className={classes.handle}
              icon={<HolderOutlined aria-hidden />}
              aria-label={`Move ${nameOf(item)}`}
              title="Drag it, or move it with the arrow keys"
              {...handleProps(index)}
            />
            <Box flex={1} minWidth={0}>
              {renderItem(item)}
            </Box>
          </li>
        ))}
      </Stack>
      <div role="status">
        <Spoken>{said}</Spoken>
      </div>
    </>
  )
}

/** The item under a height of the window; above the list the first, below it the last. */
function placeAt(list: HTMLElement | null, clientY: number): number {
  const bottoms = [...(list?.children ?? [])].map((item) => item.getBoundingClientRect().bottom)
  const at = bottoms.findIndex((bottom) => clientY < bottom)
  return at < 0 ? bottoms.length - 1 : at
}

/** How an item shows what is dragged, and the gap into which it would go. */
function placeMark({ from, to }: Drag, index: number): string | undefined {
  if (index === from) return 'dragged'
  if (index !== to) return undefined
  return to < from ? 'before' : 'after'
}
