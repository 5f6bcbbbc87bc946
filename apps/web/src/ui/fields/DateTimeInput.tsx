import { formatTimeZoneOffset } from '@callboard/contract/format-time-zone'
import { useId } from 'react'
import {
  findTwice,
  type LocalMoment,
  type MomentBounds,
  readMoment,
  readPasted,
} from '#web/lib/local-moment.ts'
import { DateInput } from '#web/ui/fields/DateInput.tsx'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import { TimeInput } from '#web/ui/fields/TimeInput.tsx'
import { QuietText, Row, Text } from '#web/ui/layout.tsx'

interface DateTimeInputProps extends MomentBounds {
  /** Of the group, for those who do not see it. */
  label: string
  value: LocalMoment
  /** The zone that the day and the time are of. */
  timeZone: string
  onChange: (moment: LocalMoment) => void
}

/** A day and a time with the zone they are of; why they are no moment stands below. */
export function DateTimeInput({ label, value, timeZone, onChange, ...bounds }: DateTimeInputProps) {
  const errorId = useId()
  const read = readMoment(value, timeZone, bounds)
  const error = 'error' in read ? read.error : undefined
  const twice = findTwice(value, timeZone, bounds)
  const field = { 'aria-describedby': errorId, 'aria-invalid': error !== undefined }
  return (
    <div role="group" aria-label={label}>
      <Row gap={8} align="center" wrap>
        <div style={{ flex: '0 1 170px' }}>
          <DateInput
            {...field}
            aria-label="Date"
            value={value.day}
            timeZone={timeZone}
            isClearable={false}
            onChange={(day) => onChange({ day, time: value.time })}
            onPaste={(event) => {
              const pasted = readPasted(event.clipboardData.getData('text'), timeZone)
              if (pasted === undefined) return
              event.preventDefault()
              onChange(pasted)
            }}
          />
        </div>
        <Text width={96}>
          <TimeInput
            {...field}
            aria-label="Time"
            value={value.time}
            onChange={(time) => onChange({ day: value.day, time })}
          />
        </Text>
        <QuietText>
          {formatTimeZoneOffset(timeZone, 'value' in read ? read.value.toInstant() : bounds.now)}
        </QuietText>
      </Row>
      {twice.length > 0 && (
        <Row gap={8} align="center" wrap margin="8px 0 0">
          <span>Clocks show this time twice:</span>
          <PlainSelect
            label="Which of the two"
            value={value.isSecond === true ? 'second' : 'first'}
            options={twice.map((words, at) => ({ value: at === 0 ? 'first' : 'second', label: words }))}
            onChange={(which) => onChange({ ...value, isSecond: which === 'second' })}
          />
        </Row>
      )}
      <Text as="div" tone="worse" id={errorId} role="alert">
        {error}
      </Text>
    </div>
  )
}
