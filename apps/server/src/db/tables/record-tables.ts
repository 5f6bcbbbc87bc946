import { ofEachType } from '@callboard/contract/each-record-type'
import type { RecordType } from '@callboard/contract/record-types'
import { columnOfField, type SnakeCase } from './column-names.ts'
import type { Database } from './schema.ts'

interface RecordTable {
  table: string
  /** By which changes name the record. */
  nameColumn: string
  /** Changes of them are recorded without the values. */
  secretColumns: readonly string[]
  /** Its triggers compare what a row says, not its columns; they are named after the table. */
  hasOwnTriggers: boolean
  /** Not recorded at all. */
  unrecordedColumns: readonly string[]
}

/** Of a type whose table is called otherwise than the type, or does not record all that it has by the column `name`. */
const particular = {
  user: {
    table: 'app_user',
    nameColumn: 'user_name',
    secretColumns: ['password_hash', 'totp_secret'],
    unrecordedColumns: ['last_login_at', 'totp_pending', 'totp_last_step'],
  },
  call: {
    table: 'call_annotation',
    hasOwnTriggers: true,
    unrecordedColumns: ['customer_id', 'name', 'sent', 'own', 'own_before', 'change_number', 'edited_by'],
  },
  recordingComment: { unrecordedColumns: ['name', 'user_id'] },
  callBack: { unrecordedColumns: ['name', 'acted_by', 'acted_at', 'closed_to_before', 'changed_at'] },
  linkedCaller: { unrecordedColumns: ['name'] },
  numberAssignment: { nameColumn: 'number', unrecordedColumns: ['number'] },
  attribute: { unrecordedColumns: ['slot'] },
  savedReport: { unrecordedColumns: ['updated_at'] },
  subscription: { unrecordedColumns: ['is_deleted_with_report', 'next_run_at', 'last_run_at'] },
  alert: {
    secretColumns: ['webhook_url', 'webhook_secret'],
    unrecordedColumns: ['next_check_at', 'checked_at'],
  },
  webhook: { secretColumns: ['secret'], unrecordedColumns: ['failing_since'] },
  menu: { nameColumn: 'slug' },
  setting: { nameColumn: 'key', secretColumns: ['secret'], unrecordedColumns: ['key'] },
  import: {
    unrecordedColumns: [
      'state',
      'started_at',
      'ended_at',
      'bytes',
      'bytes_received',
      'path',
      'sha256',
      'context',
      'bytes_read',
      'rows',
      'created',
      'updated',
      'unchanged',
      'rejected',
      'rejections',
      'rows_per_second',
      'seconds_left',
      'warnings',
      'first_call_at',
      'last_call_at',
      'file_deleted_at',
    ],
  },
  source: { secretColumns: ['secrets'] },
  apiKey: { secretColumns: ['secret_hash'], unrecordedColumns: ['last_used_at'] },
} as const satisfies Partial<Record<RecordType, Partial<RecordTable>>>

const declared: Partial<Record<RecordType, Partial<RecordTable>>> = particular

/** Where the records of each type are kept; the triggers that record their changes say the same. */
export const recordTables = ofEachType<RecordTable>((type) => ({
  table: columnOfField(type),
  nameColumn: 'name',
  secretColumns: [],
  hasOwnTriggers: false,
  unrecordedColumns: [],
  ...declared[type],
}))

type TableOf<T extends RecordType> = (typeof particular & Record<RecordType, unknown>)[T] extends {
  table: infer Table
}
  ? Table
  : SnakeCase<T>

/** The columns of a record type. */
export type ColumnsOf<T extends RecordType> = Database[Extract<TableOf<T>, keyof Database>]
