import type { ChangeRecord } from '@callboard/contract/change-tracking'
import { writeChangedValue } from '@callboard/contract/changed-values'
import { fieldWords, referencedType } from '@callboard/contract/record-fields'
import { isSettingValue, settingWords } from '@callboard/contract/setting-words'
import type { Said } from '@callboard/contract/said-value'
import { searchSettings, type Setting } from '@callboard/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { fromText, untilText } from '#web/lib/valid-span.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { valueText } from '#web/records/changes/change-words.ts'

/** Where a changed value stands. */
export interface ChangedField {
  type: string
  field: string
  /** Of the record: a setting is known by its key. */
  recordName: string
  /** What ids stand for. */
  names: ChangeRecord['names']
}

const settingsQuery = endpointQuery('setting', searchSettings, { body: { pageSize: 200 } })

function useSetting({ type, recordName }: Pick<ChangedField, 'type' | 'recordName'>): Setting | undefined {
  const isSetting = type === 'setting'
  const { data } = useQuery({ ...settingsQuery, enabled: isSetting })
  return isSetting ? data?.items.find(({ key }) => key === recordName) : undefined
}

/** What a record is called; a setting by its label. */
export function ChangedRecordName({ type, recordName }: Pick<ChangedField, 'type' | 'recordName'>) {
  return useSetting({ type, recordName })?.label ?? recordName
}

/** `Returned within hours` of a setting, `Time zone` of a customer. */
export function ChangedFieldName(of: ChangedField) {
  return useSetting(of)?.label ?? fieldWords(of.type, of.field)
}

/** Writes values that have parts of their own, or words that their JSON has not; undefined for any other. */
export function useSaid(of: ChangedField): (value: unknown) => Said | undefined {
  const timeZone = useTimeZone()
  return (value) => writeChangedValue(of, value, { names: of.names, timeZone })
}

/** Between which a number stands for something, and which its page says by days. */
const ends: Partial<Record<string, typeof fromText>> = {
  'numberAssignment.fromAt': fromText,
  'numberAssignment.untilAt': untilText,
}

/** A value in words: an id by the name of its record, an instant in the viewer’s zone. */
export function ChangedValue({ of, value }: { of: ChangedField; value: unknown }) {
  const timeZone = useTimeZone()
  const setting = useSetting(of)
  const { names } = of
  const isUnknown =
    typeof value === 'string' && referencedType(of.type, of.field) !== undefined && !(value in names)
  if (isUnknown) return 'deleted'
  if (setting !== undefined) {
    const held = isSettingValue(value) ? value : setting.default
    return settingWords(setting, held)
  }
  const endText = ends[`${of.type}.${of.field}`]
  if (endText !== undefined && typeof value === 'string') return endText(value, timeZone)
  return valueText(value, { names, timeZone })
}
