import { fields } from '@callboard/contract/call-fields'
import type { AskedField } from '@callboard/contract/field-names'
import type { FieldDeclaration, FieldKind, FieldTable, NamesOf } from '@callboard/contract/field-declaration'
import { missedStatuses } from '@callboard/contract/fields'
import { columnOfField } from '../../db/tables/column-names.ts'
import { dayOfWeekSql, dayPartSql, hourOfDaySql } from './local-time-sql.ts'
import type { Offsets } from './zone-offsets.ts'

/** How the values of a field are stored, and so compared, bound and written. No value is '' in a text, NULL elsewhere. */
export type StoredKind = 'text' | 'uuid' | 'integer' | 'decimal' | 'float' | 'boolean' | 'instant' | 'tags'

export const storedKinds = {
  text: 'text',
  phone: 'text',
  entity: 'text',
  code: 'text',
  choice: 'text',
  currency: 'text',
  uuid: 'uuid',
  integer: 'integer',
  duration: 'integer',
  number: 'decimal',
  amount: 'decimal',
  boolean: 'boolean',
  instant: 'instant',
  tags: 'tags',
  // Stored as JSON; a table shows the length.
  list: 'integer',
} as const satisfies Record<FieldKind, StoredKind>

export interface Field extends FieldDeclaration {
  storedKind: StoredKind
  /** What programs find it by in a file; its name unless given. */
  fileKey?: string
  /** Expression over the table of calls. */
  sql: (offsets: Offsets) => string
  /** Values that calls of a customer no longer have, each with the one that they have in its place. */
  replaced?: readonly ReplacedValue[]
}

export interface ReplacedValue {
  customerId: string
  value: string
  by: string
}

/** From constants of our own, not from a user. */
export const missedSql = `status IN (${missedStatuses.map((status) => `'${status}'`).join(', ')})`

type ComputedField = Exclude<
  NamesOf<typeof fields, { column: null }>,
  NamesOf<typeof fields, { only: 'read' | 'searched' }>
>

/** Fields without a column, computed from other columns. */
const computed: Readonly<Record<string, Field['sql']>> = {
  contactNumber: () => "if(direction = 'outbound', target_number, caller_number)",
  answered: () => "(status = 'answered')",
  missed: () => `(direction = 'inbound' AND ${missedSql})`,
  missedNotReturned: () =>
    `(direction = 'inbound' AND ${missedSql} AND caller_key != 0 AND isNull(returned_at))`,
  waitDuration: () => '(ring_duration + ifNull(queue_duration, 0))',
  timeToReturn: () => "dateDiff('second', ifNull(ended_at, started_at), returned_at)",
  recordingSound: () =>
    `multiIf(${[
      ["has(sounds, 'original') AND hasAny(sounds, ['checked', 'unchecked'])", 'both'],
      ["hasAny(sounds, ['checked', 'unchecked'])", 'redacted'],
      ...['original', 'fetching', 'notFetched', 'deleted'].map((sound) => [`has(sounds, '${sound}')`, sound]),
      ['notEmpty(recording_states)', 'elsewhere'],
    ]
      .map(([condition, sound]) => `${condition}, '${sound}'`)
      .join(', ')}, '')`,
  hasRecording: () => 'notEmpty(recording_states)',
  hourOfDay: (offsets) => hourOfDaySql(offsets()),
  dayPart: (offsets) => dayPartSql(offsets()),
  dayOfWeek: (offsets) => dayOfWeekSql(offsets()),
} satisfies Record<ComputedField, Field['sql']>

/** The fields that questions may name: the dimensions of reports, filters and the columns of exports are all among them. */
export function buildFields(table: FieldTable): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(table)
      .filter(([, { only }]) => only === undefined || only === 'asked')
      .map(([name, field]) => [
        name,
        { ...field, storedKind: storedKinds[field.kind], sql: computed[name] ?? sqlOf(name, field) },
      ]),
  )
}

function sqlOf(name: string, field: FieldDeclaration): Field['sql'] {
  const column = columnOf(name, field)
  const sql = field.kind === 'list' ? `JSONLength(${column})` : column
  return () => sql
}

/** The column of the table of calls that holds a field. */
export function columnOf(name: string, { column }: FieldDeclaration): string {
  return column ?? columnOfField(name)
}

/** The condition for calls without a value of a field, whose SQL is `column`. */
export function isNothingSql({ storedKind, keyColumn }: Field, column: string): string {
  if (keyColumn !== undefined) return `(${keyColumn} = 0)`
  if (storedKind === 'tags') return `empty(${column})`
  return storedKind === 'text' ? `(${column} = '')` : `isNull(${column})`
}

export const askedFields = buildFields(fields)

/** What a question names as its customers have it: attributes, and fields with the codes of merged entities. */
export type CustomerFields = ReadonlyMap<string, Field>
export const noCustomerFields: CustomerFields = new Map()

export function isFieldName(name: string, customerFields = noCustomerFields): name is AskedField {
  return askedFields.has(name) || customerFields.has(name)
}

export function getField(name: AskedField, customerFields = noCustomerFields): Field {
  const field = customerFields.get(name) ?? askedFields.get(name)
  if (field === undefined) throw new Error(`No question may name the field ${name}.`)
  return field
}
