import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMediaQuery } from '#web/lib/media-query.ts'
import classes from '#web/ui/fields/FilterRow.module.css'
import { Spoken } from '#web/ui/Spoken.tsx'
import { useElementWidth } from '#web/ui/element-width.ts'
import { Row, Text } from '#web/ui/layout.tsx'

interface FilterRowProps {
  /** What is chosen here, for screen readers. */
  label: string
  /** What is always in sight: the period. */
  lead?: ReactNode
  /** What is set, by the keys of its fields; `open` unfolds the row at its field. */
  chips: readonly { key: string; render: (open: () => void) => ReactNode }[]
  /** Where all of it is chosen. */
  fields: readonly { key: string; field: ReactNode }[]
  /** On the right. */
  controls?: ReactNode
}

/** Below this width in pixels the chips have lines of their own. */
const wrappedBelow = 480
/** What a chip is given at least, with its gap; longer words are cut. */
const chipWidth = 136

/** Filters in one line that says what is set, and unfolds to where all of it is chosen. */
export function FilterRow({ label, lead, chips, fields, controls }: FilterRowProps) {
  const [row, rowWidth = 0] = useElementWidth<HTMLDivElement>()
  const [strip, stripWidth = 0] = useElementWidth<HTMLDivElement>()
  const isPrinted = useMediaQuery('print')
  const [isOpen, setIsOpen] = useState(false)
  const fieldsId = useId()
  const { places, awaitField } = useAwaitedField(isOpen)
  const fitsAll = isPrinted || rowWidth < wrappedBelow
  const shown = fitsAll ? chips : chips.slice(0, Math.floor(stripWidth / chipWidth))
  const open = (key: string) => {
    awaitField(key)
    setIsOpen(true)
  }
  return (
    <div ref={row} className={classes.frame} role="group" aria-label={label}>
      <div className={classes.row}>
        {lead}
        {fields.length > 0 && (
          <Button
            className={classes.toggle ?? ''}
            icon={<FilterOutlined aria-hidden />}
            title={isOpen ? 'Hide filters' : 'Show all filters'}
            aria-expanded={isOpen}
            aria-controls={fieldsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={classes.word}>Filters</span>
            {!isOpen && <More count={chips.length - shown.length} />}
          </Button>
        )}
        <div ref={strip} className={classes.chips}>
          {!isOpen && shown.map(({ key, render }) => <Slot key={key}>{render(() => open(key))}</Slot>)}
        </div>
        {controls !== undefined && controls !== false && <div className={classes.controls}>{controls}</div>}
      </div>
      <div ref={places} id={fieldsId} className={classes.fields} hidden={!isOpen}>
        {isOpen &&
          fields.map(({ key, field }) => (
            <div key={key} data-field={key} className={classes.field}>
              {field}
            </div>
          ))}
      </div>
    </div>
  )
}

/** No wider than its chip, or others would be cut for what stays empty. */
function Slot({ children }: { children: ReactNode }) {
  return (
    <Row minWidth={0} maxWidth={360}>
      {children}
    </Row>
  )
}

/** How many are set that have no room beside the button. */
function More({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <Text tone="primary" margin="0 0 0 6px" fontWeight={600}>
      <span aria-hidden>+{count}</span>
      <Spoken>, {count} more set</Spoken>
    </Text>
  )
}

/** Focuses the field of a chip once the row is unfolded. */
function useAwaitedField(isOpen: boolean) {
  const places = useRef<HTMLDivElement>(null)
  const awaited = useRef<string>(undefined)
  useEffect(() => {
    const { current: key } = awaited
    awaited.current = undefined
    if (!isOpen || key === undefined) return
    const place = places.current?.querySelector(`[data-field="${CSS.escape(key)}"]`)
    place?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [isOpen])
  const awaitField = (key: string) => {
    awaited.current = key
  }
  return { places, awaitField }
}
