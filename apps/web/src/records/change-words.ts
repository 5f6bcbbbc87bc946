import { isManaged, type RecordType, recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import { findRecordField, partFields } from '@callboard/contract/record-fields'
import { claimGroups } from '#web/lib/claim-words.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDateTime } from '#web/lib/time.ts'

const types: ReadonlyMap<string, RecordType> = new Map(recordTypeNames.map((name) => [name, name]))

/** The page of a record that was changed, where it has one; those of entities are below their own type. */
export function pathOfRecord(tableType: string, recordId: string): string | undefined {
  const type = types.get(tableType)
  if (type === undefined || type === 'entity' || !isManaged(type)) return undefined
  const { path, hasRecords } = recordTypes[type].page
  return hasRecords ? paths.manageRecord(path, recordId) : paths.manageList(path)
}

export function typeLabel(tableType: string): string {
  const type = types.get(tableType)
  return type === undefined ? tableType : recordTypes[type].plural
}

const actions: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  mask: 'viewed as',
  maskedWriteRefused: 'refused while viewing as',
}

export function actionWord(action: string): string {
  return actions[action] ?? action
}

/** The value of a field as people read it, instants in this zone; objects are shown by their names. */
export function valueText(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (Array.isArray(value)) return value.map((one) => valueText(one, timeZone)).join(', ') || 'nothing'
  if (typeof value === 'string')
    return instant.test(value) ? instantText(value, timeZone) : wordsOfText(value)
  return typeof value === 'object' ? objectText(value, timeZone) : JSON.stringify(value)
}

/** As the API and the database write one. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/

function instantText(text: string, timeZone: string): string {
  return formatDateTime(new Date(text).toISOString(), timeZone)
}

const claimWords: ReadonlyMap<string, string> = new Map(
  claimGroups.flatMap(({ claims }) => claims.map(({ claim, words }) => [claim, words] as const)),
)

/** A right says what it allows; any other text stands as it is. */
function wordsOfText(text: string): string {
  return claimWords.get(text) ?? text
}

function objectText(value: object, timeZone: string): string {
  if (isPart(value)) return partName(value)
  const parts = Object.entries(value).filter(([key, part]) => part !== null && !/(_id|Id)$/.test(key))
  const said = parts.map(([key, part]) =>
    key === 'name' ? valueText(part, timeZone) : `${partWords(key)} ${valueText(part, timeZone)}`,
  )
  return said.join(', ') || 'nothing'
}

/** What a field is called; one that nothing is known of by its name, in words. */
export function fieldWords(type: string, field: string): string {
  return findRecordField(type, field)?.label ?? capitalised(wordsOfName(field))
}

/** The same for a field of a part. */
export function partWords(field: string): string {
  return partFields[field] ?? wordsOfName(field)
}

/** `isActive` as `active`, `customerId` as `customer`, `sort_order` as `sort order`. */
function wordsOfName(field: string): string {
  return field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=.)Id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether the value is something linked with the record, such as a role or a user of a group. */
export function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value
}

/** What happened to one part of a list, such as an item of a menu or a right of a role. */
export interface PartChange {
  what: 'added' | 'removed' | 'moved' | 'changed'
  name: string
  fields: { field: string; from: unknown; to: unknown }[]
}

/** How two lists differ, part by part. */
export function partChanges(from: readonly unknown[], to: readonly unknown[]): PartChange[] {
  const [before, after] = [partsByKey(from), partsByKey(to)]
  const changes: PartChange[] = []
  for (const [key, part] of after) {
    const name = partName(part)
    if (!before.has(key)) changes.push({ what: 'added', name, fields: [] })
    const fields = before.has(key) ? fieldChanges(before.get(key), part) : []
    const others = fields.filter(({ field }) => !places.has(field))
    if (others.length < fields.length) changes.push({ what: 'moved', name, fields: [] })
    if (others.length > 0) changes.push({ what: 'changed', name, fields: others })
  }
  for (const [key, part] of before)
    if (!after.has(key)) changes.push({ what: 'removed', name: partName(part), fields: [] })
  return changes
}

/** Fields that hold the position of a part among the others. */
const places: ReadonlySet<string> = new Set(['order', 'parentId'])

function partsByKey(parts: readonly unknown[]): Map<string, unknown> {
  return new Map(parts.map((part) => [isPart(part) ? part.id : JSON.stringify(part), part]))
}

function isPart(value: unknown): value is { id: string } & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function fieldChanges(from: unknown, to: unknown): PartChange['fields'] {
  if (!isPart(from) || !isPart(to)) return []
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return fields
    .filter((field) => JSON.stringify(from[field] ?? null) !== JSON.stringify(to[field] ?? null))
    .map((field) => ({ field, from: from[field], to: to[field] }))
}

/** The name under which it is shown. */
function partName(part: unknown): string {
  if (!isPart(part)) return typeof part === 'string' ? wordsOfText(part) : valueText(part, 'UTC')
  const name = [part['label'], part['title'], part['name'], part['key']].find(
    (text) => typeof text === 'string',
  )
  return name ?? part.id
}
