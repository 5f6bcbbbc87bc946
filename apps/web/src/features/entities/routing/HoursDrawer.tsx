import { weekdayNames } from '@callboard/contract/format-time'
import { textLimits } from '@callboard/contract/limits'
import { type HoursVersion, maxHours, maxSpecialDays, type Routing } from '@callboard/contract/routing'
import { Checkbox, Form, type FormRule, Input } from 'antd'
import { z } from 'zod'
import { EntryList } from '#web/records/forms/EntryList.tsx'
import classes from '#web/features/entities/routing/VersionFields.module.css'
import {
  firstDayOf,
  type HoursFields,
  hoursFieldsOf,
  hoursVersion,
  replaced,
} from '#web/features/entities/routing/version-fields.ts'
import { VersionDrawer } from '#web/features/entities/routing/VersionDrawer.tsx'
import { isDay } from '#web/lib/typed-day.ts'
import { readTime } from '#web/lib/typed-time.ts'
import { DateInput } from '#web/ui/fields/DateInput.tsx'
import { TimeInput, type TimeInputProps } from '#web/ui/fields/TimeInput.tsx'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { Row } from '#web/ui/layout.tsx'

interface HoursDrawerProps {
  routing: Extract<Routing, { type: 'tod' }>
  /** Undefined: another one. */
  edited: HoursVersion | undefined
  /** On which another one begins. */
  today: string
  onClose: () => void
}

/** When a rule applies from a day on. */
export function HoursDrawer({ routing, edited, today, onClose }: HoursDrawerProps) {
  const { timeZone, revision, versions } = routing
  const first = versions.length === 0 ? '' : today
  return (
    <VersionDrawer<HoursFields>
      routing={routing}
      isNew={edited === undefined}
      initialValues={
        edited === undefined
          ? { ...hoursFieldsOf(versions.at(-1), first, timeZone), note: '' }
          : hoursFieldsOf(edited, firstDayOf(edited, timeZone), timeZone)
      }
      makeBody={(fields) => ({
        type: 'tod',
        revision,
        versions: replaced(versions, edited, hoursVersion(fields, edited, timeZone)),
      })}
      onClose={onClose}
    >
      <Form.Item name="timeZone" label="Time zone">
        <TimeZoneSelect />
      </Form.Item>
      <Form.Item
        label="Hours"
        extra="Hours that end before they begin go on to the next day. From 00:00 to 00:00 is all day."
      >
        <HoursList />
      </Form.Item>
      <Form.Item
        label="Special days"
        extra="They have these hours in the place of those of the week; without times, the rule does not apply."
      >
        <SpecialDaysList />
      </Form.Item>
    </VersionDrawer>
  )
}

const weekdays = weekdayNames.map((name, at) => ({
  value: at + 1,
  label: <span title={name}>{name.slice(0, 3)}</span>,
}))

function HoursList() {
  return (
    <EntryList
      name="hours"
      noun="hours"
      max={maxHours}
      newEntry={{ days: [], from: '08:00', until: '18:00' }}
      className={classes.hours}
      renderFields={(place) => (
        <>
          <Form.Item name={[place, 'days']} rules={[{ required: true, message: 'Choose days.' }]}>
            <Checkbox.Group role="group" aria-label={`Days of hours ${place + 1}`} options={weekdays} />
          </Form.Item>
          <Times of={`hours ${place + 1}`} place={place} isRequired />
        </>
      )}
    />
  )
}

function SpecialDaysList() {
  return (
    <EntryList
      name="specialDays"
      noun="special day"
      max={maxSpecialDays}
      newEntry={{ day: '', name: '', from: '', until: '' }}
      className={classes.specialDay}
      renderFields={(place) => (
        <>
          <Form.Item name={[place, 'day']} validateTrigger="onBlur" rules={[isKnownDay]}>
            <DateInput aria-label={`Special day ${place + 1}`} isClearable={false} />
          </Form.Item>
          <Form.Item name={[place, 'name']}>
            <Input
              aria-label={`Name of special day ${place + 1}`}
              placeholder="Name"
              maxLength={textLimits.entityName}
            />
          </Form.Item>
          <Times of={`special day ${place + 1}`} place={place} />
        </>
      )}
    />
  )
}

interface TimesProps {
  /** What they are of, as somebody hears it. */
  of: string
  place: number
  isRequired?: boolean
}

function Times({ of, place, isRequired = false }: TimesProps) {
  const rules = [isTime(isRequired)]
  return (
    <Row gap={8} align="flex-start" className={classes.times}>
      <Form.Item name={[place, 'from']} validateTrigger="onBlur" rules={rules}>
        <FormTime aria-label={`Start of ${of}`} />
      </Form.Item>
      <Form.Item name={[place, 'until']} validateTrigger="onBlur" rules={rules}>
        <FormTime aria-label={`End of ${of}`} />
      </Form.Item>
    </Row>
  )
}

/** A form gives it its value. */
function FormTime({ value = '', onChange, ...input }: Partial<TimeInputProps>) {
  return <TimeInput {...input} value={value} onChange={(time) => onChange?.(time)} />
}

const isKnownDay: FormRule = {
  validator: async (_, day?: string) => {
    if (day === undefined || !isDay(day)) throw new Error('Enter a day such as Dec 25, 2026.')
  },
}

const Typed = z.string().optional()

function isTime(isRequired: boolean): FormRule {
  return {
    validator: async (_, value) => {
      const typed = Typed.parse(value) ?? ''
      if (typed === '' && !isRequired) return
      const read = readTime(typed)
      if ('error' in read) throw new Error(read.error)
    },
  }
}
