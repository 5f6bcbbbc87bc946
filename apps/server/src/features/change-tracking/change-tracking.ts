import type * as endpoints from '@callboard/contract/change-tracking'
import type { ChangeRecord } from '@callboard/contract/change-tracking'
import { partText } from '@callboard/contract/said-value'
import { actionWord, typeLabel, valueText } from '@callboard/contract/change-words'
import { writeChangedValue } from '@callboard/contract/changed-values'
import type { Body } from '@callboard/contract/endpoint'
import { isSettingValue, settingWords } from '@callboard/contract/setting-words'
import { fieldWords } from '@callboard/contract/record-fields'
import type { Caller } from '../../access/callers/caller.ts'
import { pageOfNewest, parseCursor, type RecordPlace } from '../../db/records/newest-first.ts'
import { fieldOfColumn } from '../../db/tables/column-names.ts'
import type { Db } from '../../db/tables/schema.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { csvLine } from '../../report-engine/files/csv.ts'
import { recordSpan } from '../../report-engine/summary/record-span.ts'
import { findSettingWords } from '../settings/settings.ts'
import * as store from './store.ts'

type Search = Body<typeof endpoints.searchChanges>

/** Who reads what. */
interface Reading {
  db: Db
  caller: Caller
}

/** What is looked for, with the period as instants, and the people whom the keyword names. */
export async function changeSearchOf({ db, caller }: Reading, search: Search): Promise<store.ChangeSearch> {
  const { tableType, recordId, userId, by, maskedUserId, keyword } = search
  const namedIds = keyword === undefined ? [] : await store.selectIdsNamed(db, keyword)
  return { tableType, recordId, userId, by, maskedUserId, keyword, namedIds, ...recordSpan(caller, search) }
}

export async function listChanges(
  { db, caller }: Reading,
  search: store.ChangeSearch,
  { cursor, pageSize, withTotal }: Pick<Search, 'cursor' | 'pageSize' | 'withTotal'>,
): Promise<{ items: ChangeRecord[]; nextCursor: string | null; total: number | null }> {
  const before = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await store.selectChanges(db, search, { before, limit: pageSize + 1 })
  const { page, nextCursor } = pageOfNewest(rows, pageSize)
  return {
    items: await recordsShownTo({ db, caller }, page),
    nextCursor,
    total: withTotal ? await store.countChanges(db, search) : null,
  }
}

/** All changes that are found, a line for each field, read page by page while they are sent. */
export function exportChanges(reading: Reading, search: store.ChangeSearch): FileAnswer {
  return new FileAnswer({
    contentType: 'text/csv; charset=utf-8',
    fileName: 'Change tracking.csv',
    bytes: csvOf(reading, search),
  })
}

const exportPageSize = 1000
const header = [
  'At (UTC)',
  'User',
  'Viewing as',
  'Type',
  'Record',
  'Record id',
  'Action',
  'Field',
  'From',
  'To',
  'Request',
  // Last, as programs may know the others by their places.
  'User name',
]

async function* csvOf({ db, caller }: Reading, search: store.ChangeSearch): AsyncGenerator<Uint8Array> {
  let before: RecordPlace | undefined
  let isFirst = true
  for (;;) {
    const rows = await store.selectChanges(db, search, { before, limit: exportPageSize })
    const lines = (await recordsShownTo({ db, caller }, rows)).flatMap(linesOf)
    yield Buffer.from([...(isFirst ? [csvLine(header)] : []), ...lines].join(''))
    isFirst = false
    const last = rows.at(-1)
    if (rows.length < exportPageSize || last === undefined) return
    before = { at: last.placeAt, sequence: last.sequence }
  }
}

/** In the words of the screen, a setting by its label. */
function linesOf(record: ChangeRecord): string[] {
  const { at, userName, fullName, maskedUserId, tableType, recordId, changes, requestId } = record
  const setting = tableType === 'setting' ? findSettingWords(record.recordName) : undefined
  const recordName = setting?.label ?? record.recordName
  const ofRecord = [
    at,
    fullName,
    maskedUserId,
    typeLabel(tableType),
    recordName,
    recordId,
    actionWord(record),
  ]
  const fields = changes.length === 0 ? [null] : changes
  return fields.map((change) =>
    csvLine([...ofRecord, ...cellsOf(change, { record, setting }), requestId, userName]),
  )
}

function cellsOf(
  change: ChangeRecord['changes'][number] | null,
  { record, setting }: { record: ChangeRecord; setting: ReturnType<typeof findSettingWords> },
): (string | null)[] {
  if (change === null) return [null, null, null]
  const { field, from, to } = change
  const { tableType: type, names } = record
  const write = (value: unknown) =>
    setting !== undefined && isSettingValue(value)
      ? settingWords(setting, value)
      : cellOf({ type, field }, value, names)
  return [setting?.label ?? fieldWords(type, field), write(from), write(to)]
}

function cellOf(
  of: { type: string; field: string },
  value: unknown,
  names: ChangeRecord['names'],
): string | null {
  if (value === null || value === undefined) return null
  const said = writeChangedValue(of, value, { names, timeZone: 'UTC' })
  if (said === undefined) return valueText(value, { instant: (at) => at, names })
  return typeof said === 'string'
    ? said
    : [...said].map(([name, part]) => `${name}: ${partText(part)}`).join('; ')
}

async function recordsShownTo(
  { db, caller }: Reading,
  rows: readonly store.ChangeRow[],
): Promise<ChangeRecord[]> {
  const records = rows.map((row) => shownTo(caller, row))
  const ids = records.map(({ changes }) => idsIn(changes))
  const names = await store.selectNames(db, [...new Set(ids.flat())])
  return records.map((record, index) => ({
    ...record,
    names: Object.fromEntries(
      (ids[index] ?? []).flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [[id, name]]
      }),
    ),
  }))
}

/** Each once. */
function idsIn(changes: ChangeRecord['changes']): string[] {
  return [...new Set(JSON.stringify(changes).match(guids))]
}

const guids = /(?<="|"attribute:)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")/g

/** Whoever views the portal as a user is not shown that user's email address. */
function shownTo({ viewedBy, userId }: Caller, row: store.ChangeRow): UnnamedRecord {
  const record = recordOf(row)
  if (viewedBy === null || record.recordId !== userId) return record
  return { ...record, changes: record.changes.filter(({ field }) => !addressFields.has(field)) }
}

/** An invitation and a link for a password are recorded with where they went. */
const addressFields = new Set(['email', 'invitation', 'passwordLink'])

type UnnamedRecord = Omit<ChangeRecord, 'names'>

function recordOf(row: store.ChangeRow): UnnamedRecord {
  const { sequence: _, placeAt: __, ...record } = row
  return {
    ...record,
    at: row.at.toISOString(),
    changes: row.changes.map((change) => ({ ...change, field: fieldOfColumn(change.field) })),
  }
}
