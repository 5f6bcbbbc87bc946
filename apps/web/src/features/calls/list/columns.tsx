import { fields } from '@callboard/contract/call-fields'
import { type SortName, sortNames } from '@callboard/contract/field-names'
import { type CallField, callFields, type CallListColumn, type PartialCall } from '@callboard/contract/calls'
import type { FieldDeclaration, FieldKind, FieldTable } from '@callboard/contract/field-declaration'
import type { ReactNode } from 'react'
import { attributeText } from '#web/features/calls/attribute-text.ts'
import { CallMarks } from '#web/features/calls/list/CallMarks.tsx'
import { ContactText } from '#web/features/calls/list/ContactText.tsx'
import { formatPlace } from '@callboard/contract/call-words'
import { renderField } from '#web/features/calls/filters/field-text.tsx'
import type { AttributeDeclaration, CallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'

/** A column of the call list that a user may show. */
export interface CallColumn {
  key: string
  title: string
  /** The fields to request from the server. */
  fields: readonly string[]
  /** Pixels that it needs. */
  minWidth: number
  /** Its share of the room that is left, beside those of others; none unless given. */
  grow?: number
  /** Among the default columns: those with a greater number are hidden first. */
  priority?: number
  align?: 'end'
  sort?: SortName
  render: (call: PartialCall, timeZone: string) => ReactNode
}

const minWidthOfKind: Partial<Record<FieldKind, number>> = {
  choice: 100,
  phone: 138,
  entity: 150,
  duration: 84,
  instant: 150,
  tags: 170,
  integer: 74,
  amount: 110,
  list: 104,
}

const minWidths: Partial<Record<string, number>> = {
  startedAt: 140,
  // Of a call in progress for an hour, too.
  status: 180,
  location: 150,
  source: 190,
  duration: 104,
  customerName: 236,
  campaign: 150,
  medium: 110,
  keyword: 190,
  zipcode: 90,
  metro: 220,
  network: 130,
  cost: 100,
  leadStatus: 120,
  recordings: 190,
  recordingSound: 180,
  hangupCause: 170,
} satisfies Partial<Record<keyof typeof fields, number>>

const figures: ReadonlySet<FieldKind> = new Set(['duration', 'integer', 'number', 'amount', 'list'])

/** What may be longer than its column. */
const longTexts: ReadonlySet<FieldKind> = new Set(['text', 'entity', 'tags'])

/** The most important one first. */
const defaultKeys = [
  'time',
  'status',
  'caller',
  'tags',
  'talkTime',
  'location',
  'source',
  'trackingNumber',
  'customerName',
]

/** Columns of several fields, and the keys by which users' choices of columns are stored. */
const special: Partial<Record<string, Partial<CallColumn>>> = {
  startedAt: { key: 'time' },
  contactNumber: {
    key: 'caller',
    title: 'Contact',
    fields: ['contactNumber', 'callerName', 'firstTime'],
    minWidth: 224,
    grow: 2,
    render: (call) => <ContactText call={call} />,
  },
  city: {
    key: 'place',
    title: 'Contact’s place',
    fields: ['city', 'state', 'country'],
    minWidth: 160,
    render: (call) => formatPlace(call) ?? <NoValue />,
  },
  tags: { minWidth: 168, grow: 4, render: (call) => <CallMarks call={call} /> },
  talkDuration: { key: 'talkTime' },
  ringDuration: { key: 'ringTime' },
  queueDuration: { key: 'queueTime' },
  holdDuration: { key: 'holdTime' },
} satisfies Partial<Record<keyof typeof fields, Partial<CallColumn>>>

/** In the order of the list. */
export function buildCallColumns(table: FieldTable): readonly CallColumn[] {
  return Object.entries(table)
    .filter(([, { uses = [] }]) => uses.includes('list'))
    .map(([name, field]) => ({ ...columnOf(name, field), ...special[name] }))
}

function columnOf(name: string, field: FieldDeclaration): CallColumn {
  const { kind, label, shortLabel = label } = field
  const sort = sortNames.find((one) => one === name)
  return {
    key: name,
    title: shortLabel,
    fields: kind === 'amount' ? [name, 'currency'] : [name],
    minWidth: minWidths[name] ?? minWidthOfKind[kind] ?? 140,
    ...(longTexts.has(kind) && { grow: 1 }),
    ...priorityOf(special[name]?.key ?? name),
    // Hang-up causes are numbers shown in words.
    ...(figures.has(kind) && name !== 'hangupCause' && { align: 'end' }),
    ...(sort !== undefined && { sort }),
    render: (call, timeZone) => renderField(name, field, { call, timeZone }) ?? <NoValue />,
  }
}

function priorityOf(key: string): { priority?: number } {
  const priority = defaultKeys.indexOf(key)
  return priority < 0 ? {} : { priority }
}

export const callColumns = buildCallColumns(fields)

/** The columns until the user chooses; the customer only for users with several, tags only where there are some. */
export function defaultColumnKeys({
  hasSeveralCustomers,
  hasMarks,
}: {
  hasSeveralCustomers: boolean
  hasMarks: boolean
}): string[] {
  return defaultKeys.filter(
    (key) => (hasSeveralCustomers || key !== 'customerName') && (hasMarks || key !== 'tags'),
  )
}

/** In the order of the list, whatever the order of the keys; unknown keys are ignored. */
export function columnsOf(keys: readonly string[], columns = callColumns): CallColumn[] {
  return columns.filter(({ key }) => keys.includes(key))
}

/** A column for each attribute, after all others. */
export function withAttributes(attributes: CallAttributes): readonly CallColumn[] {
  return [...callColumns, ...Array.from(attributes.values(), attributeColumn)]
}

function attributeColumn(attribute: AttributeDeclaration): CallColumn {
  const { name, label, kind } = attribute
  return {
    key: name,
    title: label,
    fields: ['attributes', 'customerId'],
    minWidth: 140,
    ...(kind === 'number' ? { align: 'end' } : { grow: 1 }),
    render: (call) => attributeText(call, attribute) ?? <NoValue />,
  }
}

/** The fields that columns are made of, and those that open a call and mark its row. */
function fieldsOf(columns: readonly CallColumn[]): CallField[] {
  const wanted = new Set(['id', 'startedAt', 'status', ...columns.flatMap((column) => column.fields)])
  return callFields.filter((name) => wanted.has(name))
}

/** What the drawer shows of a call before the whole of it is loaded, and what rows have marks of. */
const startFields: ReadonlySet<string> = new Set([
  'recordings',
  'audibleRecordingId',
  'recordingSound',
  'direction',
  'contactNumber',
  'callerName',
  'firstTime',
  'priorCalls',
  'tags',
  'leadStatus',
  'note',
  ...Object.entries<FieldDeclaration>(fields).flatMap(([name, { kind, section }]) =>
    kind === 'duration' || section === 'parties' ? [name] : [],
  ),
])

/** The fields of the rows: those of the columns and of cards, and what the drawer shows at once. */
export function rowFieldsOf(columns: readonly CallColumn[]): CallListColumn[] {
  const wanted = new Set<string>(fieldsOf(columns))
  const hasAttributes = columns.some(({ fields: ofColumn }) => ofColumn.includes('attributes'))
  return [
    ...callFields.filter((name) => wanted.has(name) || startFields.has(name)),
    ...(hasAttributes ? (['attributes'] as const) : []),
  ]
}
