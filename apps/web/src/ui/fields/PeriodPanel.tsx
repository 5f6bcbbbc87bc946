import { dayOf, type DaySpan } from '@callboard/contract/calendar'
import { type Period, periodLabels, periodOfDays, relativePeriods } from '@callboard/contract/period'
import { Button } from 'antd'
import { useId, useState } from 'react'
import classes from '#web/ui/fields/PeriodPanel.module.css'
import { DayCalendar } from '#web/ui/fields/DayCalendar.tsx'
import { DayText } from '#web/ui/fields/DayText.tsx'
import { useNow } from '#web/lib/now.ts'
import { isDay, readDay } from '#web/lib/typed-day.ts'
import { Text } from '#web/ui/layout.tsx'

interface PeriodPanelProps {
  value: Period
  /** The days that the value covers now. */
  days: DaySpan
  /** The zone in which days are read. */
  timeZone: string
  onChange: (period: Period) => void
}

/** The named periods, and a calendar with two fields for days of one's own. */
export function PeriodPanel({ value, days, timeZone, onChange }: PeriodPanelProps) {
  const chosen = 'relative' in value ? value.relative : undefined
  return (
    <div className={classes.panel} role="dialog" aria-label="Period">
      <ul className={classes.names}>
        {relativePeriods.map((relative) => (
          <li key={relative}>
            <Button
              block
              type="text"
              className={relative === chosen ? classes.chosen : classes.name}
              aria-pressed={relative === chosen}
              onClick={() => onChange({ relative })}
            >
              {periodLabels[relative]}
            </Button>
          </li>
        ))}
      </ul>
      <OwnDays days={days} timeZone={timeZone} onChange={onChange} />
    </div>
  )
}

function OwnDays({ days, timeZone, onChange }: Omit<PeriodPanelProps, 'value'>) {
  const [span, setSpan] = useState(days)
  // A calendar takes the first day and then the last.
  const [isFirstPicked, setIsFirstPicked] = useState(false)
  const today = dayOf(useNow(), timeZone)
  const id = useId()
  const read = [span.firstDay, span.lastDay].map((day) => readDay(day, today))
  const wrong = read.find((one) => 'error' in one)
  const isReversed = wrong === undefined && span.lastDay < span.firstDay
  const isEmpty = span.firstDay === '' || span.lastDay === ''
  const error = isEmpty ? undefined : isReversed ? 'The last day is before the first.' : wrong?.error
  const pick = (day: string) => {
    const isLast = isFirstPicked && day >= span.firstDay
    setSpan(isLast ? { ...span, lastDay: day } : { firstDay: day, lastDay: day })
    setIsFirstPicked(!isLast)
  }
  const field = { today, 'aria-describedby': `${id}-error`, 'aria-invalid': error !== undefined }
  return (
    <form
      className={classes.own}
      aria-label="Days of your own"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && error === undefined) onChange(periodOfDays(span))
      }}
    >
      <div className={classes.ends}>
        <label htmlFor={`${id}-first`}>First day</label>
        <label htmlFor={`${id}-last`}>Last day (included)</label>
        <DayText
          {...field}
          id={`${id}-first`}
          value={span.firstDay}
          onChange={(firstDay) => setSpan({ ...span, firstDay })}
        />
        <DayText
          {...field}
          id={`${id}-last`}
          value={span.lastDay}
          onChange={(lastDay) => setSpan({ ...span, lastDay })}
        />
      </div>
      <DayCalendar
        selected={isEmpty || error !== undefined ? undefined : span}
        shown={isDay(days.lastDay) ? days.lastDay : today}
        today={today}
        onPick={pick}
      />
      <Text as="div" tone="worse" minHeight={20} fontSize={13} id={`${id}-error`} role="alert">
        {error}
      </Text>
      <Button type="primary" htmlType="submit" disabled={isEmpty || error !== undefined}>
        Show these days
      </Button>
    </form>
  )
}
