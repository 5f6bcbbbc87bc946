import type { EntityType } from '@callboard/contract/claims'
import type { MergedType } from '@callboard/contract/merged-types'
import type { FileFormat } from '@callboard/contract/export-types'
import type { ExportedRows, ExportState } from '@callboard/contract/exports'
import type { ParameterValue } from '@callboard/contract/reports'
import type { ChannelOrder } from '@callboard/contract/recording-channels'
import type { QuarantinedForm } from '@callboard/contract/quarantine'
import type { RedactedNumbers } from '@callboard/contract/recording-numbers'
import type { SignInKind, SignInProof } from '@callboard/contract/sign-ins'
import type {
  ColumnType,
  Generated,
  GeneratedAlways,
  JSONColumnType,
  Kysely,
  Transaction as KyselyTransaction,
} from 'kysely'
import type { AlertTables } from './alert-tables.ts'
import type { BackupTables } from './backup-tables.ts'
import type { CallBackTables } from './call-back-tables.ts'
import type { CallCheckTables } from './call-check-tables.ts'
import type { ImportLedgerPartTable, ImportTable } from './import-tables.ts'
import type { RecordingTables } from './recording-tables.ts'
import type { CallWriterTables } from './call-writer-tables.ts'
import type { CallHoldTable, RetentionDeletionTable } from './retention-tables.ts'
import type { MailTables } from './mail-tables.ts'
import type { MenuTable } from './menu-tables.ts'
import type { SubscriptionTables } from './subscription-tables.ts'
import type { NumberTables } from './number-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export type WithDefault<T> = ColumnType<T, T | undefined, T>

export interface ChangeRecordTable {
  id: Generated<string>
  sequence: Generated<number>
  table_type: string
  record_id: string
  record_name: string
  action: string
  user_id: string | null
  user_name: string
  masked_user_id: string | null
  at: Generated<Date>
  changes: JSONColumnType<{ field: string; from: unknown; to: unknown }[]>
  request_id: string | null
  /** The revision that the change made; null when it made none. */
  revision: number | null
  search_text: GeneratedAlways<string>
}

export interface CustomerTable {
  id: Generated<string>
  name: string
  code: string
  legacy_reporting_cid: string | null
  time_zone: string
  currency: WithDefault<string>
  country: WithDefault<string>
  is_active: WithDefault<boolean>
  /** Null: as the setting says; 0: for ever. */
  keep_calls_days: WithDefault<number | null>
  keep_recordings_days: WithDefault<number | null>
  keep_logs_days: WithDefault<number | null>
  /** Who may not hear originals hears nothing of a recording whose transcript was not looked through. */
  requires_speech_check: WithDefault<boolean>
  /** Originals are destroyed once they are redacted. */
  redacts_for_good: WithDefault<boolean>
  /** Where the settings name an engine, it writes down what is said in its recordings. */
  uses_speech_to_text: WithDefault<boolean>
  /** Who is heard on which channel, unless the source says so of a recording. */
  channel_order: WithDefault<ChannelOrder>
  /** Which spoken numbers are not heard in its recordings. */
  redacted_numbers: WithDefault<RedactedNumbers>
  redacts_birth_dates: WithDefault<boolean>
  redacts_licences: WithDefault<boolean>
  revision: WithDefault<number>
  created_at: Generated<Date>
}

export interface UserTable {
  id: Generated<string>
  user_name: string
  email: string | null
  password_hash: string | null
  first_name: WithDefault<string>
  last_name: WithDefault<string>
  phone: string | null
  thumbnail_url: string | null
  time_zone: string | null
  customer_id: string | null
  legacy_reporting_cid: string | null
  login_provider: WithDefault<string>
  is_admin: WithDefault<boolean>
  is_active: WithDefault<boolean>
  is_deleted: WithDefault<boolean>
  last_login_at: Date | null
  /** Base32 of the second factor in use. */
  totp_secret: string | null
  /** Base32 of a second factor that is not confirmed yet. */
  totp_pending: string | null
  totp_since: Date | null
  /** Time step of the last code that was used, for a code works once. */
  totp_last_step: number | null
  recovery_codes_since: Date | null
  properties: JSONColumnType<Record<string, string>, string | undefined>
  search_text: GeneratedAlways<string>
  revision: WithDefault<number>
  created_at: Generated<Date>
}

export interface SessionTable {
  id: Generated<string>
  token_hash: Uint8Array
  user_id: string
  created_at: Date
  last_used_at: Date
  ended_at: Date | null
  address: string | null
  user_agent: string | null
  /** Single sign-on provider where the session began, and its id token; null for a password. */
  provider: string | null
  id_token: string | null
}

/** What most records have. */
export interface Named {
  id: Generated<string>
  name: string
  description: WithDefault<string>
  is_active: WithDefault<boolean>
  revision: WithDefault<number>
}

export interface ReportTable extends Named {
  kind: string
  definition: JSONColumnType<object>
  parameters: JSONColumnType<object[]>
  /** Extensions of files; null: all that there are. */
  export_types: string[] | null
  is_dashboard_part: WithDefault<boolean>
}

export interface SavedReportTable {
  id: Generated<string>
  /** Null where it has a definition of its own. */
  report_id: string | null
  definition: JSONColumnType<object> | null
  /** Of a definition. */
  parameter_uses: JSONColumnType<object[]> | null
  user_id: string
  name: string
  parameters: JSONColumnType<Record<string, ParameterValue>>
  view: JSONColumnType<Record<string, string>, string | undefined>
  shared_with_group_id: string | null
  is_deleted: WithDefault<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  revision: WithDefault<number>
}

export interface CallAnnotationTable {
  /** Of the call. */
  id: string
  customer_id: string
  /** The call in words, for the records of changes. */
  name: string
  /** Fields of the call as its source sent them last. */
  sent: JSONColumnType<Record<string, unknown>>
  /** The fields that people have set. */
  own: JSONColumnType<Record<string, unknown>>
  /** The same before the last edit, which may be undone. */
  own_before: JSONColumnType<Record<string, unknown>>
  /** Of the change of calls that brought the last edit to the table of calls. */
  change_number: number
  edited_by: string
  revision: WithDefault<number>
}

export interface ReportExportTable {
  id: Generated<string>
  user_id: string
  /** Of the report. */
  name: string
  format: FileFormat
  asked: JSONColumnType<ExportedRows>
  state: WithDefault<ExportState>
  /** Why it failed, for people. */
  error: string | null
  rows_done: WithDefault<number>
  /** Known once its file is open, as are the next three. */
  row_count: number | null
  bytes: WithDefault<number>
  snapshot: number | null
  scope_fingerprint: string | null
  file_name: string | null
  /** In the store of files. */
  file_key: string | null
  attempts: WithDefault<number>
  /** The process that writes it. */
  worker: string | null
  /** When that told last how far it is, by the clock of the database. */
  beat_at: Date | null
  created_at: WithDefault<Date>
  ended_at: Date | null
  expires_at: Date | null
}

/** What is kept of a dashboard is parsed by whoever reads it: another version may have written it. */
export interface UserDashboardTable {
  user_id: string
  layout: ColumnType<object | null, string | null | undefined, string | null>
  revision: WithDefault<number>
}

export interface EntityTable {
  id: Generated<string>
  type: EntityType
  code: string
  name: string
  customer_id: string | null
  parent_id: string | null
  attributes: JSONColumnType<Record<string, string>, string | undefined>
  /** Whose code calls get in the place of this one's. */
  merged_into_id: WithDefault<string | null>
  /** How a rotation group or a time-of-day rule routes calls, in the order of time. */
  routing: JSONColumnType<readonly StoredRouting[], string | undefined>
  search_text: GeneratedAlways<string>
  is_active: WithDefault<boolean>
  revision: WithDefault<number>
}

interface RecodingTable {
  id: Generated<string>
  customer_id: string
  type: MergedType
  codes: string[]
  is_done: WithDefault<boolean>
  /** Of the change of calls that did it; null where none had to be changed. */
  change_number: number | null
}

/** A version, from when on; the rest is for the contract to parse. */
interface StoredRouting {
  from: string | null
}

export interface SettingTable {
  id: GeneratedAlways<string>
  key: string
  value: JSONColumnType<object>
  /** The value of a secret; then `value` is null. */
  secret: WithDefault<string | null>
  revision: WithDefault<number>
}

export interface QuarantineTable {
  id: Generated<string>
  customer_id: string
  source_system: string
  external_call_id: string | null
  raw: string
  raw_hash: Uint8Array
  code: string
  description: string
  line: number
  received_at: Generated<Date>
  is_merge: Generated<boolean>
  form: WithDefault<QuarantinedForm>
  /** Which call it would have been; null where it does not say. */
  call_id: WithDefault<string | null>
  /** Of the field that is wrong, as JSON and cut short. */
  value: WithDefault<string | null>
}

/** Counted by triggers. */
interface QuarantineSourceTable {
  customer_id: string
  source_system: string
  kept: WithDefault<number>
  /** Rejected and not kept, as there are too many already. */
  dropped: WithDefault<number>
  dropped_since: WithDefault<Date | null>
}

export interface SignInRecordTable {
  id: Generated<string>
  sequence: GeneratedAlways<number>
  kind: SignInKind
  at: Date
  first_at: Date
  times: WithDefault<number>
  user_id: string | null
  by_user_id: string | null
  /** The name at that time: of a command of the operator there is no user. */
  by_user_name: string | null
  api_key_id: string | null
  proof: SignInProof | null
  address: string | null
  user_agent: string | null
  /** Begin of the hour in which failures are counted together; null for all others. */
  counted_from: Date | null
}

/** The tables of PostgreSQL, as Kysely sees them. Those of a plain record type are added in the `store.ts` of its feature. */
export interface Database
  extends
    AlertTables,
    BackupTables,
    CallBackTables,
    CallCheckTables,
    CallWriterTables,
    RecordingTables,
    MailTables,
    SubscriptionTables,
    NumberTables,
    WebhookTables {
  change_record: ChangeRecordTable
  change_unsealed: { change_id: string }
  change_seal: { position: number; change_id: string; hash: Uint8Array }
  change_seal_head: { is_only: Generated<boolean>; position: number; hash: Uint8Array }
  customer: CustomerTable
  call_annotation: CallAnnotationTable
  call_hold: CallHoldTable
  retention_deletion: RetentionDeletionTable
  import: ImportTable
  import_ledger_part: ImportLedgerPartTable
  app_user: UserTable
  sign_in_name: { folded: string; user_id: string }
  session: SessionTable
  recovery_code: { user_id: string; code_hash: Uint8Array; used_at: Date | null }
  one_time_link: {
    id: Generated<string>
    user_id: string
    token_hash: Uint8Array
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  /** Written by `MinuteLimit` alone. */
  request_count: { subject: string; began_at: Date; count: number }
  link_request: { id: Generated<number>; folded: string; address: string; at: Date }
  user_identity: { provider: string; subject: string; user_id: string }
  sso_attempt: {
    state_hash: Uint8Array
    provider: string
    nonce: string
    code_verifier: string
    challenge: string
    created_at: Date
  }
  sso_ticket: {
    id_hash: Uint8Array
    user_id: string
    provider: string
    challenge: string
    id_token: string
    created_at: Date
  }
  masking_note: { session_id: string; masked_user_id: string; what: string; minute: Date }
  sign_in_record: SignInRecordTable
  sign_in_failure: {
    id: Generated<number>
    folded: string
    account_id: string | null
    address: string
    at: Date
  }
  call_snapshot: { published: number; server: string | null }
  setting: SettingTable
  report: ReportTable
  saved_report: SavedReportTable
  report_export: ReportExportTable
  report_favourite: { user_id: string; item_id: string }
  user_dashboard: UserDashboardTable
  report_last_run: { user_id: string; item_id: string; ran_at: Date }
  entity: EntityTable
  recoding: RecodingTable
  menu: MenuTable
  standard_menu_item: { key: string }
  quarantine: QuarantineTable
  quarantine_source: QuarantineSourceTable
  /** One row, from the first mail on. */
  quarantine_mail: { is_only: Generated<boolean>; sent_at: Date }
}

/** PostgreSQL, within a transaction or without one. */
export type Db = Kysely<Database>

/** Of what takes it, all is done or nothing. */
export type Transaction = KyselyTransaction<Database>
