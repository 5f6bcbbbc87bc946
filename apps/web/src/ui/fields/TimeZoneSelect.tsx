import {
  canonicalTimeZone,
  formatTimeZone,
  formatTimeZoneOffset,
  listTimeZones,
  otherTimeZoneNames,
} from '@callboard/contract/format-time-zone'
import { Select } from 'antd'
import { type CSSProperties, useMemo } from 'react'

interface TimeZoneSelectProps {
  /** Given by the form, as are value and onChange. */
  id?: string
  value?: string | null
  onChange?: (timeZone: string) => void
  /** What stands for none, where that is a choice. */
  none?: string
  'aria-label'?: string
  style?: CSSProperties
}

/** One of all time zones, found by its city, by the name of its time, and by names it had before. */
export function TimeZoneSelect({ value, onChange, none, ...select }: TimeZoneSelectProps) {
  const options = useMemo(() => {
    const now = Temporal.Now.instant()
    const zones = listTimeZones().map((zone) => ({ value: zone, label: formatTimeZoneOffset(zone, now) }))
    return none === undefined ? zones : [{ value: '', label: none }, ...zones]
  }, [none])
  const known = value === '' || value === null || value === undefined ? '' : canonicalTimeZone(value)
  return (
    <Select
      {...select}
      showSearch={{
        filterOption: (typed, option) => option !== undefined && isFoundBy(typed, option.value),
      }}
      {...((known !== '' || none !== undefined) && { value: known })}
      options={options}
      onChange={onChange}
    />
  )
}

const searchTexts = new Map<string, string>()

function isFoundBy(typed: string, zone: string): boolean {
  if (zone === '') return typed.trim() === ''
  const text = searchTexts.get(zone) ?? plain(`${zone} ${formatTimeZone(zone)} ${otherTimeZoneNames(zone)}`)
  searchTexts.set(zone, text)
  return plain(typed)
    .split(' ')
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').trim().toLowerCase()
}
