import type { AlertWindow } from '@callboard/contract/alerts'
import { windowWords } from '@callboard/contract/alert-words'
import { Select } from 'antd'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { Row } from '#web/ui/layout.tsx'

interface WindowFieldsProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: AlertWindow
  onChange?: (window: AlertWindow) => void
}

/** The time that an alert looks back: so long, or days of the calendar of a zone. */
export function WindowFields({ id, value, onChange }: WindowFieldsProps) {
  const ownZone = useTimeZone()
  if (value === undefined) return null
  const timeZone = 'timeZone' in value ? value.timeZone : ownZone
  const offered: readonly AlertWindow[] = [
    ...[1, 7, 30].map((lastDays) => ({ lastDays, timeZone })),
    ...[15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10_080].map((lastMinutes) => ({ lastMinutes })),
  ]
  const windows = offered.some((one) => keyOf(one) === keyOf(value)) ? offered : [...offered, value]
  return (
    <Row gap="8px 12px" align="center" wrap>
      <Select
        {...(id !== undefined && { id })}
        style={{ flex: '0 1 200px' }}
        value={keyOf(value)}
        listHeight={440}
        options={windows.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
        onChange={(key) => {
          const chosen = windows.find((one) => keyOf(one) === key)
          if (chosen !== undefined) onChange?.(chosen)
        }}
      />
      {'timeZone' in value && (
        <TimeZoneSelect
          aria-label="Time zone"
          style={{ flex: '1 1 220px', maxWidth: 300 }}
          value={timeZone}
          onChange={(zone) => onChange?.({ lastDays: value.lastDays, timeZone: zone })}
        />
      )}
    </Row>
  )
}

function keyOf(window: AlertWindow): string {
  return 'lastMinutes' in window ? `minutes ${window.lastMinutes}` : `days ${window.lastDays}`
}

/** `The last 60 minutes`, `Today`, `The last 7 days, today among them` */
function labelOf(window: AlertWindow): string {
  const words = windowWords(window).replace(/^in /, '')
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  if ('lastMinutes' in window) return label
  return window.lastDays === 1 ? 'Today' : `The last ${window.lastDays} days, by date`
}
