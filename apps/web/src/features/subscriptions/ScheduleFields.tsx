import { weekdayLabels, weekdayNames } from '@callboard/contract/format-time'
import { type Schedule, scheduleFrequencies } from '@callboard/contract/schedule'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { NextRuns } from '#web/features/subscriptions/NextRuns.tsx'
import {
  findScheduleError,
  hasTime,
  frequencyNames,
  withFrequency,
} from '#web/features/subscriptions/schedule-fields.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import { TimeInput } from '#web/ui/fields/TimeInput.tsx'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { Grid, Row, Text } from '#web/ui/layout.tsx'

interface ScheduleFieldsProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: Schedule
  onChange?: (schedule: Schedule) => void
  /** Whether it may be sent now, and not again. */
  hasOnce?: boolean
}

/** When a subscription is due, with the next times; an error is the form's to show. */
export function ScheduleFields({ id, value, onChange, hasOnce = false }: ScheduleFieldsProps) {
  if (value === undefined) return null
  const frequencies = scheduleFrequencies.filter((one) => hasOnce || one !== 'once')
  const change = (changes: Partial<Schedule>) => onChange?.({ ...value, ...changes })
  return (
    <Grid gap={10}>
      <Row gap="8px 12px" align="center" wrap>
        <Select
          {...(id !== undefined && { id })}
          style={{ flex: '0 1 190px' }}
          value={value.frequency}
          options={frequencies.map((one) => ({ value: one, label: frequencyNames[one] }))}
          onChange={(frequency) => onChange?.(withFrequency(value, frequency))}
        />
        <OwnFields schedule={value} onChange={change} />
        {hasTime(value) && (
          <Row as="span" inline gap={8} align="center">
            at
            <Text width={96}>
              <TimeInput aria-label="Time" value={value.time ?? ''} onChange={(time) => change({ time })} />
            </Text>
          </Row>
        )}
        <TimeZoneSelect
          aria-label="Time zone"
          style={{ flex: '1 1 220px', maxWidth: 300 }}
          value={value.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
      </Row>
      {value.frequency !== 'once' && findScheduleError(value) === undefined && (
        <div className={classes.next}>
          <NextRuns schedule={value} />
        </div>
      )}
    </Grid>
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
    case 'once':
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
        <Row as="span" inline gap={8} align="center">
          on day
          <InputNumber
            aria-label="Day of the month"
            style={{ width: 72 }}
            min={1}
            max={31}
            precision={0}
            value={schedule.dayOfMonth ?? 1}
            onChange={(day) => {
              if (day !== null) onChange({ dayOfMonth: day })
            }}
          />
        </Row>
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
