import * as words from '@callboard/contract/change-words'
import { findRecordType, isManaged, recordTypes } from '@callboard/contract/record-types'
import type { ValueWords } from '@callboard/contract/said-value'
import { fromText, untilText } from '#web/lib/valid-span.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { formatDateTime } from '@callboard/contract/format-time'

/** The page of a record that was changed, where it has one; those of entities are below their own type. */
export function pathOfRecord(tableType: string, recordId: string): string | undefined {
  const type = findRecordType(tableType)
  if (type === 'call') return `${paths.callDetails}?call=${recordId}`
  if (type === undefined || type === 'entity' || !isManaged(type)) return undefined
  const { path, hasRecords } = recordTypes[type].page
  return hasRecords ? paths.manageRecord(path, recordId) : paths.manageList(path)
}

/** The value of a field as people read it, instants in this zone, and terms of roles by their first and last day. */
export function valueText(value: unknown, { names, timeZone }: ValueWords): string {
  const instant = (at: string) => formatDateTime(new Date(at).toISOString(), timeZone)
  const start = (at: string) => fromText(at, timeZone)
  const end = (at: string) => untilText(at, timeZone)
  return words.valueText(value, { instant, start, end, names })
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
export function partChanges(
  from: readonly unknown[],
  to: readonly unknown[],
  names: Readonly<Record<string, string>> = {},
): PartChange[] {
  const [before, after] = [partsByKey(from), partsByKey(to)]
  const changes: PartChange[] = []
  for (const [key, part] of after) {
    const name = words.partName(part, names)
    if (!before.has(key)) changes.push({ what: 'added', name, fields: [] })
    const fields = before.has(key) ? fieldChanges(before.get(key), part) : []
    const others = fields.filter(({ field }) => !places.has(field))
    if (others.length < fields.length) changes.push({ what: 'moved', name, fields: [] })
    if (others.length > 0) changes.push({ what: 'changed', name, fields: others })
  }
  for (const [key, part] of before)
    if (!after.has(key)) changes.push({ what: 'removed', name: words.partName(part, names), fields: [] })
  return changes
}

/** Fields that hold the position of a part among the others. */
const places: ReadonlySet<string> = new Set(['order', 'parentId'])

function partsByKey(parts: readonly unknown[]): Map<string, unknown> {
  return new Map(parts.map((part) => [words.isPart(part) ? part.id : JSON.stringify(part), part]))
}

function fieldChanges(from: unknown, to: unknown): PartChange['fields'] {
  if (!words.isPart(from) || !words.isPart(to)) return []
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return fields
    .filter((field) => JSON.stringify(from[field] ?? null) !== JSON.stringify(to[field] ?? null))
    .map((field) => ({ field, from: from[field], to: to[field] }))
}
