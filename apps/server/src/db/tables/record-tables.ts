import type { RecordType } from '@callboard/contract/record-types'
import type { Database } from './schema.ts'

interface DeclaredTable {
  table: keyof Database
  /** By which changes name the record. */
  nameColumn: string
  /** The field in which no two records are alike, and how a message names another one that has the same. */
  unique?: { field: string; another: string }
  /** Changes of them are recorded without the values. */
  secretColumns?: readonly string[]
  /** Its triggers compare what a row says, not its columns; they are named after the table. */
  hasOwnTriggers?: true
  /** Not recorded at all. */
  unrecordedColumns?: readonly string[]
}

/** Where the records of each type are kept; the triggers that record their changes say the same. */
export const recordTables = {
  user: {
    table: 'app_user',
    nameColumn: 'user_name',
    secretColumns: ['password_hash', 'totp_secret'],
    unrecordedColumns: ['last_login_at', 'totp_pending', 'totp_last_step'],
  },
  role: { table: 'role', nameColumn: 'name', unique: { field: 'name', another: 'A role' } },
  customer: { table: 'customer', nameColumn: 'name', unique: { field: 'code', another: 'A customer' } },
  entity: {
    table: 'entity',
    nameColumn: 'name',
    unique: { field: 'code', another: 'An entity of this type' },
  },
  entityGroup: { table: 'entity_group', nameColumn: 'name' },
  report: { table: 'report', nameColumn: 'name' },
  reportSet: { table: 'report_set', nameColumn: 'name' },
  reportGroup: { table: 'report_group', nameColumn: 'name' },
  call: {
    table: 'call_annotation',
    nameColumn: 'name',
    hasOwnTriggers: true,
    unrecordedColumns: ['customer_id', 'name', 'sent', 'own', 'own_before', 'change_number', 'edited_by'],
  },
  recordingComment: {
    table: 'recording_comment',
    nameColumn: 'name',
    unrecordedColumns: ['name', 'user_id'],
  },
  savedReport: { table: 'saved_report', nameColumn: 'name', unrecordedColumns: ['updated_at'] },
  subscription: {
    table: 'subscription',
    nameColumn: 'name',
    unrecordedColumns: ['is_deleted_with_report', 'next_run_at', 'last_run_at'],
  },
  alert: {
    table: 'alert',
    nameColumn: 'name',
    secretColumns: ['webhook_url', 'webhook_secret'],
    unrecordedColumns: ['next_check_at', 'checked_at'],
  },
  menu: { table: 'menu', nameColumn: 'slug', unique: { field: 'slug', another: 'A menu' } },
  setting: {
    table: 'setting',
    nameColumn: 'key',
    secretColumns: ['secret'],
    unrecordedColumns: ['key'],
  },
  emailTemplate: {
    table: 'email_template',
    nameColumn: 'name',
    unique: { field: 'name', another: 'An email template' },
  },
  media: { table: 'media', nameColumn: 'name' },
  apiKey: {
    table: 'api_key',
    nameColumn: 'name',
    secretColumns: ['secret_hash'],
    unrecordedColumns: ['last_used_at'],
  },
} as const satisfies Record<RecordType, DeclaredTable>

/** The columns of a record type. */
export type ColumnsOf<T extends RecordType> = Database[(typeof recordTables)[T]['table']]
