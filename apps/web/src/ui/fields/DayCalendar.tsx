import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type DaySpan, startOfUnit } from '@callboard/contract/calendar'
import { formatBucket, formatWeekday, weekdayLabels, weekdayNames } from '@callboard/contract/format-time'
import { Button } from 'antd'
import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import type { DayBounds } from '#web/lib/typed-day.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import classes from '#web/ui/fields/DayCalendar.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

interface DayCalendarProps extends DayBounds {
  /** What is marked; undefined for nothing. */
  selected: DaySpan | undefined
  /** The day whose month is shown first. */
  shown: string
  today: string
  onPick: (day: string) => void
}

/** A month of days. Arrows go by days and weeks, Page Up and Page Down by months, with Shift by years. */
export function DayCalendar({ selected, shown, today, onPick, min = '', max = '9999' }: DayCalendarProps) {
  const weekStartsOn = use(WeekStartContext)
  const [focused, setFocused] = useState(() => Temporal.PlainDate.from(shown))
  const grid = useRef<HTMLDivElement>(null)
  const isMovedByKey = useRef(false)
  useEffect(() => {
    if (!isMovedByKey.current) return
    isMovedByKey.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused.toString()}"]`)?.focus()
  }, [focused])
  const first = startOfUnit(focused.with({ day: 1 }), 'week', weekStartsOn)
  const month = formatBucket(focused.toString(), 'month')
  return (
    <div>
      <Row align="center" justify="space-between" margin="0 0 4px">
        <MonthButton label="Previous month" onClick={() => setFocused(focused.subtract({ months: 1 }))} />
        <Text fontWeight={600} aria-live="polite">
          {month}
        </Text>
        <MonthButton isNext label="Next month" onClick={() => setFocused(focused.add({ months: 1 }))} />
      </Row>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={month}
        className={classes.grid}
        onKeyDown={(event) => {
          const moved = moveBy(event, focused, weekStartsOn)
          if (moved === undefined) return
          event.preventDefault()
          isMovedByKey.current = true
          setFocused(moved)
        }}
      >
        <div role="row" className={classes.week}>
          {weekdayLabels.map((_, at) => {
            const index = (at + weekStartsOn - 1) % weekdayLabels.length
            return (
              <span key={index} role="columnheader" aria-label={weekdayNames[index]}>
                {weekdayLabels[index]?.slice(0, 2)}
              </span>
            )
          })}
        </div>
        {Array.from({ length: 6 }, (_, week) => (
          <div key={week} role="row" className={classes.week}>
            {Array.from({ length: 7 }, (__, at) => {
              const date = first.add({ days: week * 7 + at })
              const day = date.toString()
              return (
                <span key={day} role="gridcell" data-place={placeIn(selected, day)}>
                  <button
                    type="button"
                    className={date.month === focused.month ? classes.day : classes.otherMonth}
                    tabIndex={date.equals(focused) ? 0 : -1}
                    data-day={day}
                    aria-label={formatWeekday(day)}
                    aria-pressed={day === selected?.firstDay || day === selected?.lastDay}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={day < min || day > max}
                    onClick={() => onPick(day)}
                  >
                    {date.day}
                  </button>
                </span>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function MonthButton({
  label,
  isNext = false,
  onClick,
}: {
  label: string
  isNext?: boolean
  onClick: () => void
}) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={label}
      icon={isNext ? <RightOutlined /> : <LeftOutlined />}
      onClick={onClick}
    />
  )
}

/** Where a day lies in what is chosen: style sheets draw one band from the first to the last. */
function placeIn(span: DaySpan | undefined, day: string): string | undefined {
  if (span === undefined || day < span.firstDay || day > span.lastDay) return undefined
  if (span.firstDay === span.lastDay) return 'only'
  return day === span.firstDay ? 'first' : day === span.lastDay ? 'last' : 'within'
}

function moveBy(
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>,
  day: Temporal.PlainDate,
  weekStartsOn: number,
): Temporal.PlainDate | undefined {
  const ahead = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
  switch (key) {
    case 'ArrowLeft':
      return day.subtract({ days: ahead })
    case 'ArrowRight':
      return day.add({ days: ahead })
    case 'ArrowUp':
      return day.subtract({ weeks: 1 })
    case 'ArrowDown':
      return day.add({ weeks: 1 })
    case 'Home':
      return startOfUnit(day, 'week', weekStartsOn)
    case 'End':
      return startOfUnit(day, 'week', weekStartsOn).add({ days: 6 })
    case 'PageUp':
      return day.subtract(shiftKey ? { years: 1 } : { months: 1 })
    case 'PageDown':
      return day.add(shiftKey ? { years: 1 } : { months: 1 })
    default:
      return undefined
  }
}
