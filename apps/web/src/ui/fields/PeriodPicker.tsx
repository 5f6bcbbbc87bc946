import { DownOutlined } from '@ant-design/icons'
import { dayOf, isStartOfDay } from '@callboard/contract/calendar'
import { daysOfPeriod, type Period, periodLabels } from '@callboard/contract/period'
import { use, useState } from 'react'
import { useNow } from '#web/lib/now.ts'
import { WeekStartContext } from '#web/lib/week-start.ts'
import { formatDaySpan, formatInstantSpan } from '@callboard/contract/format-time'
import classes from '#web/ui/fields/PeriodPicker.module.css'
import { PeriodPanel } from '#web/ui/fields/PeriodPanel.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { Text } from '#web/ui/layout.tsx'

interface PeriodPickerProps {
  value: Period
  onChange: (period: Period) => void
  /** Zone in which days are read. */
  timeZone: string
}

/** A period by name or by its days; those of a name are left out where a row says so. */
export function PeriodPicker({ value, onChange, timeZone }: PeriodPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const weekStartsOn = use(WeekStartContext)
  const days = daysOfPeriod(value, { timeZone, now, weekStartsOn })
  const written = hasTimes(value, timeZone)
    ? formatInstantSpan(value.from, value.to, timeZone)
    : formatDaySpan(days, dayOf(now, timeZone).slice(0, 4))
  const isNamed = 'relative' in value
  const name = isNamed ? periodLabels[value.relative] : 'Custom'
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      panel={
        <PeriodPanel
          value={value}
          days={days}
          timeZone={timeZone}
          onChange={(period) => {
            setIsOpen(false)
            onChange(period)
          }}
        />
      }
    >
      <Spoken>Period:</Spoken>
      <strong>{name}</strong>
      <Text breaks="nowrap" {...(isNamed && { className: classes.days })}>
        {written}
      </Text>
      <DownOutlined style={{ color: 'var(--cb-quiet)', fontSize: 10 }} aria-hidden />
    </PopoverButton>
  )
}

/** Whether a span begins or ends within a day, so that its days do not tell it. */
function hasTimes(period: Period, timeZone: string): period is Extract<Period, { from: string }> {
  if ('relative' in period) return false
  const ends = [period.from, period.to]
  return ends.every((end) => end.includes('T')) && ends.some((end) => !isStartOfDay(end, timeZone))
}
