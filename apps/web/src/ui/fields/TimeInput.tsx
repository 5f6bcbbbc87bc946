import { Popover } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { readTime, writeTime } from '#web/lib/typed-time.ts'
import { Text } from '#web/ui/layout.tsx'
import { PlainInput } from '#web/ui/fields/PlainInput.tsx'
import classes from '#web/ui/fields/TimeInput.module.css'

export interface TimeInputProps {
  id?: string
  /** `08:30`, with 24 hours. What is no time stands here as it was typed. */
  value: string
  onChange: (time: string) => void
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const stepMinutes = 30
const choices = Array.from({ length: (24 * 60) / stepMinutes }, (_, at) => writeTime(at * stepMinutes))

/** A time of day, typed with 24 hours or 12, or picked from half hours. */
export function TimeInput({ value, onChange, onBlur, ...input }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<number>()
  const listId = useId()
  const isOpen = active !== undefined
  const choose = (time: string) => {
    setTyped(undefined)
    setActive(undefined)
    onChange(time)
  }
  const open = () => setActive(nearest(value))
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = active === undefined ? undefined : choices[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : choices.length - 1
      setActive(active === undefined ? nearest(value) : (active + step) % choices.length)
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Escape' && isOpen) {
      // The dialog around it stays.
      event.stopPropagation()
      setActive(undefined)
    }
  }
  return (
    <Popover
      open={isOpen}
      arrow={false}
      placement="bottomLeft"
      destroyOnHidden
      content={<TimeChoices id={listId} active={active} onChoose={choose} />}
    >
      <Text block>
        <PlainInput
          {...input}
          type="text"
          dir="ltr"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="08:30"
          maxLength={20}
          value={typed ?? value}
          onClick={open}
          onKeyDown={keyDown}
          onBlur={() => {
            setTyped(undefined)
            setActive(undefined)
            onBlur?.()
          }}
          onChange={({ target: { value: text } }) => {
            const read = readTime(text)
            setTyped(text)
            setActive(undefined)
            onChange('value' in read ? read.value : text)
          }}
        />
      </Text>
    </Popover>
  )
}

interface TimeChoicesProps {
  id: string
  active: number | undefined
  onChoose: (time: string) => void
}

function TimeChoices({ id, active, onChoose }: TimeChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Times" className={classes.list}>
      {choices.map((time, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the input, which keeps the focus
        <div
          key={time}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(time)}
        >
          {time}
        </div>
      ))}
    </div>
  )
}

/** The choice that is nearest to what stands in the field; the working day's start without any. */
function nearest(value: string): number {
  const read = readTime(value)
  const [hours = 9, minutes = 0] = 'value' in read ? read.value.split(':').map(Number) : []
  return Math.min(choices.length - 1, Math.round((hours * 60 + minutes) / stepMinutes))
}
