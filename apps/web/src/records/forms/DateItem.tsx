import { dayOf } from '@callboard/contract/calendar'
import { Form, type FormItemProps } from 'antd'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { type DayBounds, isDay, readDay } from '#web/lib/typed-day.ts'
import { DateInput } from '#web/ui/fields/DateInput.tsx'

interface DateItemProps extends DayBounds, Pick<FormItemProps, 'extra'> {
  name: string
  label: string
  /** The field of the first day of a span of which this is the last. */
  first?: string
  /** The zone of the day: the user's own unless given. */
  timeZone?: string
}

/** A day in a form, or none. What is no day, or before the first of its span, is not sent. */
export function DateItem({ name, label, extra, first, timeZone, min, max }: DateItemProps) {
  const ownZone = useTimeZone()
  const zone = timeZone ?? ownZone
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      validateTrigger="onBlur"
      validateFirst
      {...(first !== undefined && { dependencies: [first] })}
      rules={[
        ({ getFieldValue, isFieldTouched }) => ({
          validator: async (_, day?: string) => {
            await Promise.resolve()
            // What was stored before stays as it is until somebody changes it.
            if (day === undefined || day === '' || !isFieldTouched(name)) return
            const read = readDay(day, dayOf(Temporal.Now.instant(), zone), { min, max })
            if ('error' in read) throw new Error(read.error)
            const from: unknown = first === undefined ? undefined : getFieldValue(first)
            if (typeof from === 'string' && isDay(from) && read.value < from)
              throw new Error('The last day is before the first.')
          },
        }),
      ]}
    >
      <DateInput timeZone={zone} min={min} max={max} />
    </Form.Item>
  )
}
