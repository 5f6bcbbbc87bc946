import { fieldWords, referencedType } from '@callboard/contract/record-fields'
import { getEntity } from '@callboard/contract/entities'
import { searchSettings, type Setting } from '@callboard/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { weekdayNames } from '@callboard/contract/format-time'
import { valueText } from '#web/records/changes/change-words.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { nameQuery, type RecordChoice } from '#web/records/choices/record-choice.ts'

/** Where a changed value stands. */
export interface ChangedField {
  type: string
  field: string
  /** Of the record: a setting is known by its key. */
  recordName: string
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

/** A value in words: an id by the name of its record, an instant in the viewer's zone. */
export function ChangedValue({ of, value }: { of: ChangedField; value: unknown }) {
  const timeZone = useTimeZone()
  const setting = useSetting(of)
  const target = referencedType(of.type, of.field)
  const choice = target === 'entity' ? entityName : customerChoice
  const isId = target !== undefined && typeof value === 'string'
  const name = useQuery({ ...nameQuery(choice, String(value)), enabled: isId, retry: false })
  if (isId) return name.data ?? (name.isError ? 'one that is gone' : '…')
  if (setting !== undefined) {
    const held = value ?? setting.default
    return settingText(setting, held) ?? valueText(held, timeZone)
  }
  return valueText(value, timeZone)
}

const entityName: Pick<RecordChoice, 'key' | 'nameOf'> = {
  key: ['entity'],
  nameOf: async (id, signal) => (await send(getEntity, { params: { id } }, signal)).name,
}

/** As the setting's own input says it; undefined where that is the value itself. */
function settingText({ type, choices = [] }: Setting, value: unknown): string | undefined {
  if (type === 'weekDay' && typeof value === 'number') return weekdayNames[value - 1]
  return choices.find((choice) => choice.value === value)?.label
}
