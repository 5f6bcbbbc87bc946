import { hiddenKeys } from '@callboard/contract/call-words'
import { z } from 'zod'
import type { SourceEvent } from '../adapter.ts'
import { contentKey, type FieldReader, fieldsOf, msOfInstant } from '../event-text.ts'

/** CallRail's call object: the same in webhooks and in its API, with other fields and other ids. */
export const CallObject = z.record(z.string(), z.unknown())
export type CallObject = z.infer<typeof CallObject>

/** A call object as it is kept, with what it does not say itself. */
export const KeptCall = z.strictObject({
  call: CallObject,
  /** When a webhook brought it, or a page of the API: neither says reliably when it was written. */
  at: z.string(),
  way: z.enum(['webhook', 'api']),
})
export type KeptCall = z.infer<typeof KeptCall>

/** The words of a conversation, which nothing here shows, and data about the account. */
const unkept = new Set([
  'transcription',
  'transcription_text',
  'conversational_transcript',
  'call_summary',
  'call_highlights',
  'keywords_spotted',
  'voice_assist_message',
  'waveforms',
  'speaker_percent',
  'integration_data',
])

function keptOf(call: CallObject): CallObject {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, value]) =>
      unkept.has(name) ? [] : [[name, name === 'keypad_entries' ? withoutSecrets(value) : value]],
    ),
  )
}

/** So many digits may be a card or an account, however they are cut up. */
const digitsOfSecrets = 9

function withoutSecrets(entries: unknown): unknown {
  const digits = JSON.stringify(entries ?? null).match(/\d/g)?.length ?? 0
  return digits < digitsOfSecrets ? entries : [{ value: hiddenKeys }]
}

/** The id that webhooks and the API share; webhooks of before 2022 have only a number. Undefined where there is none. */
function idOf(field: FieldReader): string | undefined {
  return field('resource_id') ?? field('id')
}

/** Undefined for an object without an id. */
export function eventOfWebhook(call: CallObject, at: string): SourceEvent | undefined {
  const callKey = idOf(fieldsOf(call))
  if (callKey === undefined) return undefined
  const content = contentKey(call)
  // The same change may be made again after another one, and then nothing in it differs.
  const isDated = changesOf(call) === undefined || writtenMsOf(call) !== undefined
  return {
    callKey,
    eventKey: isDated ? content : `${content}:${at.slice(0, 'YYYY-MM-DDTHH:MM'.length)}`,
    body: { call: keptOf(call), at, way: 'webhook' } satisfies KeptCall,
  }
}

/** Rows are the same until something changes, and what is changed back within a day is known from the day after on. */
export function eventOfRow(row: CallObject, at: string): SourceEvent | undefined {
  const callKey = idOf(fieldsOf(row))
  if (callKey === undefined) return undefined
  // The recording of a row is an address of the API, which answers with that of a webhook.
  const { recording: api_recording, ...others } = keptOf(row)
  const call = { ...others, api_recording }
  return {
    callKey,
    eventKey: `api:${at.slice(0, 'YYYY-MM-DD'.length)}:${contentKey(row)}`,
    body: { call, at, way: 'api' } satisfies KeptCall,
  }
}

/** Of an event about a change: which fields changed; undefined for a whole call. */
export function changesOf(call: CallObject): string[] | undefined {
  const { data } = z.array(z.string()).safeParse(call['changes'])
  return data
}

/** When it was written; undefined where its time is that of the call, as is common. */
export function writtenMsOf(call: CallObject): number | undefined {
  const field = fieldsOf(call)
  const writtenMs = msOfInstant(field('timestamp'))
  return writtenMs === msOfInstant(field('start_time')) ? undefined : writtenMs
}

/** A call that is not over has no duration yet. */
export function isOver(call: CallObject): boolean {
  const field = fieldsOf(call)
  return field('duration') !== undefined && field('call_type') !== 'in_progress'
}
