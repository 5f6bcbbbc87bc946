import type { AgentChannel } from '@callboard/contract/recording-channels'
import type { RecordingUse } from '@callboard/contract/recording-uses'
import type {
  RecordingFetchState,
  RedactedSpan,
  RedactionStatus,
  SpeechState,
  TranscriptTurn,
} from '@callboard/contract/recordings'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>
type Json<T extends object> = JSONColumnType<T, string | undefined>

/** A turn with the times of its words, where whoever wrote it knows them. */
type TimedTurn = TranscriptTurn & { words?: { start: number; end: number; text: string }[] | undefined }

export interface RecordingTable {
  id: Generated<string>
  call_id: string
  customer_id: string
  call_started_at: Date
  created_at: Generated<Date>
  type: 'wav' | 'mp3' | 'opus' | 'm4a'
  bytes: number
  sha256: Uint8Array
  /** Null once the original was destroyed. */
  original_key: string | null
  redacted_key: WithDefault<string | null>
  redacted_bytes: WithDefault<number | null>
  redacted_sha256: WithDefault<Uint8Array | null>
  /** Seconds; null until it was examined. */
  duration: WithDefault<number | null>
  channels: WithDefault<number | null>
  /** On which of two channels the agent is heard, as the source says; null where it does not. */
  agent_channel: WithDefault<AgentChannel | null>
  sample_rate: WithDefault<number | null>
  redaction_status: WithDefault<RedactionStatus>
  error: WithDefault<string | null>
  /** Those of the redacted version. */
  rules_version: WithDefault<number | null>
  /** Those by which it could not be redacted again. */
  rules_failed: WithDefault<number | null>
  is_speech_checked: WithDefault<boolean>
  revision: WithDefault<number>
  /** Until when whoever works on it has it for itself. */
  worked_until: WithDefault<Date | null>
  /** When it was worked on last without an end, as the storage was away; null for one that does not wait for that. */
  tried_at: WithDefault<Date | null>
  /** When its files were last compared with what was written. */
  checked_at: WithDefault<Date | null>
  /** What was found to be wrong with them then, for people. */
  damage: WithDefault<string | null>
  speech_state: WithDefault<SpeechState>
  /** Why there is no transcript yet, for people. */
  speech_error: WithDefault<string | null>
  speech_attempts: WithDefault<number>
  /** Until when whoever has its speech written down has it for itself. */
  speech_until: WithDefault<Date | null>
  /** Until when its source may still send a transcript; null: it is not waited for. */
  speech_not_before: WithDefault<Date | null>
  /** The last engine that was given the original, which is in the changes of the call. */
  speech_sent_to: WithDefault<string | null>
  /** The engine that made the transcript; null for one that was given. */
  transcript_by: WithDefault<string | null>
}

/** What is large, so that lists of recordings stay small. */
export interface RecordingContentTable {
  recording_id: string
  peaks: Json<number[][]>
  key_tones: Json<{ key: string; start: number; end: number }[]>
  transcript: Json<TimedTurn[]>
  /** With what was lifted, and with ranges by hand. */
  spans: Json<RedactedSpan[]>
  /** When the recorder paused, by the call data. */
  pauses: Json<{ start: number; end: number }[]>
  redacted_peaks: Json<number[][]>
  redacted_transcript: Json<TranscriptTurn[]>
}

export interface RecordingTicketTable {
  token_hash: Uint8Array
  session_id: string
  masked_user_id: string | null
  recording_id: string
  is_redacted: boolean
  is_download: boolean
  reason: string | null
  created_at: Date
  first_used_at: Date | null
}

export interface RecordingUseTable {
  id: Generated<string>
  recording_id: string
  /** Whose recording it was; null where that was not noted. */
  customer_id: string | null
  user_id: string
  masked_user_id: string | null
  session_id: string
  is_redacted: boolean
  kind: RecordingUse['kind']
  reason: string | null
  address: string
  at: Date
}

/** A recording that came, changed or was deleted, which the table of calls has not been told of; noted by triggers. */
export interface RecordingOutboxTable {
  id: GeneratedAlways<number>
  /** Null for one that is still to be fetched. */
  recording_id: string | null
  call_id: string
  customer_id: string
}

export interface RecordingCommentTable {
  id: Generated<string>
  recording_id: string
  /** Seconds from the beginning. */
  at: number
  text: string
  name: GeneratedAlways<string>
  user_id: string
  revision: Generated<number>
  created_at: Generated<Date>
}

/** A recording that is still at whoever sent its call. */
/** A recording whose call has not come yet. */
export interface EarlyRecordingTable {
  id: Generated<string>
  call_id: string
  customer_id: string
  source_system: string
  external_call_id: string
  original_key: string
  type: RecordingTable['type']
  bytes: number
  sha256: Uint8Array
  agent_channel: WithDefault<AgentChannel | null>
  at: Generated<Date>
}

export interface RecordingFetchTable {
  id: Generated<string>
  call_id: string
  customer_id: string
  call_started_at: Date
  url: string
  state: WithDefault<RecordingFetchState>
  attempts: WithDefault<number>
  /** Why the last attempt failed, for people. */
  error: WithDefault<string | null>
  /** When it was asked for, or tried last. */
  at: Generated<Date>
}

export interface RecordingReworkTable {
  id: Generated<boolean>
  /** They are not redacted again by new rules. */
  is_stopped: boolean
  /** Those without a transcript are given to speech to text. */
  sends_to_speech: WithDefault<boolean>
  /** So many of those that were given to it failed, one after the other. */
  speech_errors: WithDefault<number>
  /** Why it stopped by itself, for people. */
  speech_stopped_by: WithDefault<string | null>
}

export interface RecordingTables {
  recording_fetch: RecordingFetchTable
  early_recording: EarlyRecordingTable
  recording_untold: RecordingOutboxTable
  recording_comment: RecordingCommentTable
  recording: RecordingTable
  recording_content: RecordingContentTable
  /** Every file of the storage, entered before it is written: what no recording names was left by a crash. */
  recording_file: { key: string; at: Generated<Date> }
  /** One row: what is done about older recordings. */
  recording_rework: RecordingReworkTable
  recording_ticket: RecordingTicketTable
  recording_use: RecordingUseTable
}
