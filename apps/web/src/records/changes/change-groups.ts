import type { ChangeRecord } from '@callboard/contract/change-tracking'

/** What one action changed of a record, and of others in the same way. */
export interface ChangedRecords {
  /** The first one says what was changed. */
  records: readonly [ChangeRecord, ...ChangeRecord[]]
  /** All fields of the action: a user is created and given roles at once. */
  changes: ChangeRecord['changes']
}

/** What one person did at one moment. */
export interface ChangeGroup {
  /** Of its newest record. */
  id: string
  first: ChangeRecord
  parts: readonly ChangedRecords[]
}

/** Changes of one request together, the newest first. */
export function groupChanges(records: readonly ChangeRecord[]): ChangeGroup[] {
  const groups: ChangeRecord[][] = []
  for (const record of records) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && actionOf(last[0]) === actionOf(record)) last.push(record)
    else groups.push([record])
  }
  return groups.flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ id: first.id, first, parts: alike(mergedByRecord(group)) }]
  })
}

/** The portal itself changes without a request: what it does within a minute is taken together, type by type. */
function actionOf({ requestId, userId, at, tableType }: ChangeRecord): string {
  const minute = at.slice(0, 'yyyy-mm-ddThh:mm'.length)
  return JSON.stringify(requestId === null ? [userId, minute, tableType] : [userId, requestId])
}

/** In the order in which they were made, so that what was created comes before what it was given. */
function mergedByRecord(group: readonly ChangeRecord[]): ChangedRecords[] {
  const found = new Map<string, ChangedRecords>()
  for (const record of group.toReversed()) {
    const key = `${record.tableType} ${record.recordId}`
    const before = found.get(key)
    const names = { ...before?.records[0].names, ...record.names }
    found.set(key, {
      records: [{ ...(before?.records[0] ?? record), names }],
      changes: [...(before?.changes ?? []), ...record.changes],
    })
  }
  return [...found.values()]
}

function alike(parts: readonly ChangedRecords[]): ChangedRecords[] {
  const found = new Map<string, ChangedRecords>()
  for (const { records, changes } of parts) {
    const { tableType, action } = records[0]
    // A setting is told by its name, which its record has.
    const own = tableType === 'setting' ? records[0].recordId : ''
    const key = JSON.stringify([tableType, action, own, changes])
    const before = found.get(key)
    found.set(
      key,
      before === undefined ? { records, changes } : { changes, records: [...before.records, ...records] },
    )
  }
  return [...found.values()]
}
