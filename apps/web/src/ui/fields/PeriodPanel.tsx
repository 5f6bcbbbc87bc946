import type { DaySpan } from '@callboard/contract/calendar'
import { type Period, periodLabels, periodOfDays, relativePeriods } from '@callboard/contract/period'
import { Button } from 'antd'
import { useId, useState } from 'react'
import classes from '#web/ui/fields/PeriodPanel.module.css'
import { DateInput } from '#web/ui/fields/DateInput.tsx'
import { Text } from '#web/ui/layout.tsx'

interface PeriodPanelProps {
  value: Period
  /** The days that the value covers now. */
  days: DaySpan
  onChange: (period: Period) => void
}

/** The named periods, and two fields for days of one's own. */
export function PeriodPanel({ value, days, onChange }: PeriodPanelProps) {
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
      <OwnDays days={days} onChange={onChange} />
    </div>
  )
}

function OwnDays({ days, onChange }: Omit<PeriodPanelProps, 'value'>) {
  const [span, setSpan] = useState(days)
  const id = useId()
  const isComplete = span.firstDay !== '' && span.lastDay !== ''
  const isReversed = isComplete && span.lastDay < span.firstDay
  return (
    <form
      className={classes.own}
      aria-label="Days of your own"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !isReversed) onChange(periodOfDays(span))
      }}
    >
      <label htmlFor={`${id}-first`}>First day</label>
      <DateInput
        id={`${id}-first`}
        value={span.firstDay}
        onChange={(firstDay) => setSpan({ ...span, firstDay })}
      />
      <label htmlFor={`${id}-last`}>Last day, included</label>
      <DateInput
        id={`${id}-last`}
        value={span.lastDay}
        isWrong={isReversed}
        aria-describedby={`${id}-error`}
        onChange={(lastDay) => setSpan({ ...span, lastDay })}
      />
      <Text as="div" tone="worse" minHeight={20} fontSize={13} id={`${id}-error`} role="alert">
        {isReversed && 'The last day is before the first.'}
      </Text>
      <Button type="primary" htmlType="submit" disabled={!isComplete || isReversed}>
        Show these days
      </Button>
    </form>
  )
}
