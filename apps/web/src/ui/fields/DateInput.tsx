import { CalendarOutlined, CloseCircleFilled } from '@ant-design/icons'
import { dayOf } from '@callboard/contract/calendar'
import { Button } from 'antd'
import { type ComponentProps, useRef, useState } from 'react'
import { useNow } from '#web/lib/now.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { type DayBounds, isDay } from '#web/lib/typed-day.ts'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import classes from '#web/ui/fields/DateInput.module.css'
import { DayCalendar } from '#web/ui/fields/DayCalendar.tsx'
import { DayText } from '#web/ui/fields/DayText.tsx'
import { Row } from '#web/ui/layout.tsx'

interface DateInputProps
  extends
    DayBounds,
    Pick<
      ComponentProps<'input'>,
      'id' | 'onBlur' | 'onPaste' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
    > {
  /** `2026-11-27`; empty for none. What is no day stands here as it was typed. */
  value?: string
  onChange?: (day: string) => void
  /** The zone whose today is marked: the user's own unless given. */
  timeZone?: string
  /** Whether there may be none. */
  isClearable?: boolean
}

/**
 * A day, typed or picked from a calendar. What cannot be read is passed on as it was typed, so that a form refuses it instead of
 * taking the field for empty.
 */
export function DateInput({
  value = '',
  onChange,
  timeZone,
  isClearable = true,
  min,
  max,
  ...input
}: DateInputProps) {
  const ownZone = useTimeZone()
  const today = dayOf(useNow(), timeZone ?? ownZone)
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const change = (day: string) => {
    setIsOpen(false)
    onChange?.(day)
    box.current?.querySelector('input')?.focus()
  }
  const chosen = isDay(value) ? value : undefined
  return (
    <div ref={box} className={classes.box}>
      <DayText
        {...input}
        value={value}
        today={today}
        onChange={(day) => onChange?.(day)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setIsOpen(true)
          }
        }}
      />
      <span className={classes.buttons}>
        {isClearable && value !== '' && (
          <Button
            type="text"
            size="small"
            className={classes.clear ?? ''}
            aria-label="Clear the date"
            icon={<CloseCircleFilled />}
            onClick={() => change('')}
          />
        )}
        <PopoverButton
          type="text"
          size="small"
          aria-label="Choose from a calendar"
          icon={<CalendarOutlined />}
          placement="bottomRight"
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          panel={
            <div role="dialog" aria-label="Calendar">
              <DayCalendar
                selected={chosen === undefined ? undefined : { firstDay: chosen, lastDay: chosen }}
                shown={chosen ?? today}
                today={today}
                min={min}
                max={max}
                onPick={change}
              />
              <Row justify="end" margin="4px 0 0">
                <Button
                  type="link"
                  size="small"
                  disabled={(min !== undefined && today < min) || (max !== undefined && today > max)}
                  onClick={() => change(today)}
                >
                  Today
                </Button>
              </Row>
            </div>
          }
        />
      </span>
    </div>
  )
}
