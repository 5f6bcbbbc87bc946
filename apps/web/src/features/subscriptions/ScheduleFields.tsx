import { weekdayLabels, weekdayNames } from '@callboard/contract/format-time'
import { type Schedule, scheduleFrequencies } from '@callboard/contract/schedule'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { NextRuns } from '#web/features/subscriptions/NextRuns.tsx'
import {
  findScheduleError,
  frequencyNames,
  withFrequency,
} from '#web/features/subscriptions/schedule-fields.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import { namedTimeZones } from '#web/lib/time-zones.ts'
import { PlainInput } from '#web/ui/PlainInput.tsx'

interface ScheduleFieldsProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: Schedule
  onChange?: (schedule: Schedule) => void
}

/** When a subscription is due, with the next times; an error is the form's to show. */
export function ScheduleFields({ id, value, onChange }: ScheduleFieldsProps) {
  if (value === undefined) return null
  const change = (changes: Partial<Schedule>) => onChange?.({ ...value, ...changes })
  return (
    <div className={classes.schedule}>
      <div className={classes.line}>
        <Select
          {...(id !== undefined && { id })}
          className={classes.frequency}
          value={value.frequency}
          options={scheduleFrequencies.map((one) => ({ value: one, label: frequencyNames[one] }))}
          onChange={(frequency) => onChange?.(withFrequency(value, frequency))}
        />
        <OwnFields schedule={value} onChange={change} />
        {value.frequency !== 'cron' && (
          <span className={classes.together}>
            at
            <span className={classes.time}>
              <PlainInput
                type="time"
                aria-label="Time"
                value={value.time ?? ''}
                onChange={({ target }) => change({ time: target.value })}
              />
            </span>
          </span>
        )}
        <Select
          aria-label="Time zone"
          className={classes.zone}
          showSearch={{ optionFilterProp: 'label' }}
          value={value.timeZone}
          options={namedTimeZones(value.timeZone)}
          onChange={(timeZone) => change({ timeZone })}
        />
      </div>
      {findScheduleError(value) === undefined && (
        <div className={classes.next}>
          <NextRuns schedule={value} />
        </div>
      )}
    </div>
  )
}

interface OwnFieldsProps {
  schedule: Schedule
  onChange: (changes: Partial<Schedule>) => void
}

/** The fields of one frequency. */
function OwnFields({ schedule, onChange }: OwnFieldsProps) {
  switch (schedule.frequency) {
    case 'daily':
      return null
    case 'weekly':
      return (
        <Checkbox.Group
          role="group"
          aria-label="Days"
          className={classes.days ?? ''}
          value={schedule.daysOfWeek ?? []}
          options={weekdayLabels.map((label, index) => ({
            value: index + 1,
            label: <span title={weekdayNames[index]}>{label}</span>,
          }))}
          onChange={(days) => onChange({ daysOfWeek: days.toSorted((one, other) => one - other) })}
        />
      )
    case 'monthly':
      return (
        <span className={classes.together}>
          on day
          <InputNumber
            aria-label="Day of the month"
            className={classes.day ?? ''}
            min={1}
            max={31}
            precision={0}
            value={schedule.dayOfMonth ?? 1}
            onChange={(day) => {
              if (day !== null) onChange({ dayOfMonth: day })
            }}
          />
        </span>
      )
    case 'cron':
      return (
        <Input
          aria-label="Cron expression"
          className={classes.cron}
          placeholder="minute hour day month weekday"
          maxLength={100}
          value={schedule.cron ?? ''}
          onChange={({ target }) => onChange({ cron: target.value })}
        />
      )
  }
}
