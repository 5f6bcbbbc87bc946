import { wordsOfRight } from './claim-words.ts'
import { formatPrecise } from './format.ts'
import { partWords } from './record-fields.ts'
import { findRecordType, recordTypes } from './record-types.ts'

/** Of records of a type, or of one: a type that is no longer there is called as it is stored. */
export function typeLabel(tableType: string, form: 'plural' | 'label' = 'plural'): string {
  const type = findRecordType(tableType)
  return type === undefined ? tableType : recordTypes[type][form]
}

const actions: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  invite: 'invited',
  sendPasswordLink: 'sent a password link',
  mask: 'viewed as',
  maskedWriteRefused: 'rejected while viewing as',
}

/** What was done to a record. A setting was there before it was changed first: it had its default. */
export function actionWord({ tableType, action }: { tableType: string; action: string }): string {
  return actions[tableType === 'setting' && action === 'create' ? 'update' : action] ?? action
}

interface ValueWriting {
  instant: (instant: string) => string
  /** The beginning and the end of a term, such as that of a role; as any instant unless said. */
  start?: (instant: string) => string
  end?: (instant: string) => string
  /** What ids stand for. */
  names?: Readonly<Record<string, string>>
}

/** The value of a field as people read it; objects are shown by their names. */
export function valueText(value: unknown, writing: ValueWriting): string {
  const write = (one: unknown) => valueText(one, writing)
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatPrecise(value)
  if (Array.isArray(value)) return value.map(write).join(', ') || 'nothing'
  if (typeof value === 'string') {
    return writing.names?.[value] ?? (instant.test(value) ? writing.instant(value) : wordsOfRight(value))
  }
  return typeof value === 'object' ? objectText(value, writing) : JSON.stringify(value)
}

/** As the API and the database write one. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

function objectText(value: object, writing: ValueWriting): string {
  if (isPart(value)) return partName(value)
  const { instant: write, start = write, end = write } = writing
  const parts = Object.entries(value).filter(([key, part]) => part !== null && !/(_id|Id)$/.test(key))
  const said = parts.map(([key, part]) => {
    const text = valueText(part, {
      ...writing,
      instant: key === 'start_at' ? start : key === 'expires_at' ? end : write,
    })
    return key === 'name' ? text : `${partWords(key)} ${text}`
  })
  return said.join(', ') || 'nothing'
}

/** A part of a list, such as an item of a menu. */
export function isPart(value: unknown): value is { id: string } & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

/** The name under which a part is shown. */
export function partName(part: unknown, names: ValueWriting['names'] = {}): string {
  if (!isPart(part)) return valueText(part, { instant: (text) => text, names })
  const name = [part['label'], part['title'], part['name'], part['key']].find(
    (text) => typeof text === 'string',
  )
  return name ?? names[part.id] ?? part.id
}
