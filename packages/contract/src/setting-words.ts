import { formatPrecise } from './format.ts'
import { weekdayNames } from './format-time.ts'
import { formatTimeZone } from './format-time-zone.ts'
import { amountUnits, isAmount, type Setting } from './settings.ts'

/** The value of a setting as people read it, wherever it stands: `6 hours`, `Monday`, `America/New York`. */
export function settingWords(
  { type, choices = [] }: Pick<Setting, 'type' | 'choices'>,
  value: Setting['value'],
): string {
  if (value === null || value === '') return 'nothing'
  if (type === 'weekDay') return weekdayNames[Number(value) - 1] ?? String(value)
  if (type === 'choice') return choices.find((one) => one.value === value)?.label ?? String(value)
  if (type === 'timeZone') return formatTimeZone(String(value))
  if (isAmount(type)) return `${formatPrecise(Number(value))} ${amountUnits[type]}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** Whether it may be the value of a setting; where it is none, the setting has its default. */
export function isSettingValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
