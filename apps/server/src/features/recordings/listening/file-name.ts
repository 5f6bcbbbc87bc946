import { formatPhone } from '@callboard/contract/format-phone'
import { z } from 'zod'
import { Scope } from '../../../access/rows/scope.ts'
import { orNotFound } from '../../../lib/app-error.ts'
import { findCall } from '../../../report-engine/details/details.ts'
import { listCustomerNames } from '../../customers/customers.ts'
import { listEntityNames } from '../../entities/entities.ts'
import type { RecordingRow } from '../keeping/store.ts'
import type { Reading } from './listening.ts'

/** What of a call names its recordings. */
export interface CallOfFile {
  startedAt: string
  /** Who called or was called. */
  contact: string
  customer: string
  /** Undefined where it is not known. */
  location: string | undefined
}

const NamedCall = z.object({
  startedAt: z.string(),
  customerId: z.string(),
  contactNumber: z.string().nullable(),
  callerName: z.string().nullable(),
  location: z.string().nullable(),
})

/** Throws `notFound`. */
export async function getCallOfFile(reading: Reading, callId: string): Promise<CallOfFile> {
  const { db, caller } = reading
  const scope = await Scope.of(db, caller)
  const call = NamedCall.parse(orNotFound(await findCall(scope, callId, reading)))
  const { startedAt, customerId, contactNumber: number, callerName, location: code } = call
  const customers = await listCustomerNames(db, scope, [customerId])
  const places =
    code === null ? undefined : await listEntityNames(db, scope, { type: 'location', codes: [code] })
  return {
    startedAt,
    contact: callerName ?? (number === null ? 'withheld' : formatPhone(number)),
    customer: customers.get(customerId) ?? '',
    location: code === null ? undefined : (places?.get(code) ?? code),
  }
}

/** Whether a version lacks something of the original. Whoever may see the recording may know that it does. */
export function differsFromOriginal(
  { redaction_status: status }: Pick<RecordingRow, 'redaction_status'>,
  { redacted }: { redacted: boolean },
): boolean {
  return redacted && status === 'redacted'
}

/** `2026-11-20 15.04 Ada Byron, Northside Dental, Clark Street (redacted)`, in the zone of whoever saves it. */
export async function recordingFileName(
  reading: Reading,
  recording: Pick<RecordingRow, 'call_id' | 'redaction_status'>,
  version: { redacted: boolean },
): Promise<string> {
  return fileNameOfCall(await getCallOfFile(reading, recording.call_id), {
    hasRedactions: differsFromOriginal(recording, version),
    timeZone: reading.caller.timeZone,
  })
}

/** Says that it is redacted only where something was, else the same as of the original. */
export function fileNameOfCall(
  { startedAt, contact, customer, location }: CallOfFile,
  { hasRedactions, timeZone }: { hasRedactions: boolean; timeZone: string },
): string {
  const at = Temporal.Instant.from(startedAt).toZonedDateTimeISO(timeZone)
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.')
  const names = [safePart(contact) || 'withheld', safePart(customer), safePart(location ?? '')]
  const named = names.filter((part) => part !== '').join(', ')
  return `${at.toPlainDate().toString()} ${time} ${named}${hasRedactions ? ' (redacted)' : ''}`
}

/** Three of them, with all else, stay under the 255 bytes that file systems take. */
const maxBytes = 60

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * What Windows and macOS take in the name of a file, without signs that are not seen: those for the direction of writing would
 * show another extension than the file has.
 */
function safePart(text: string): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  let kept = ''
  for (const { segment } of graphemes.segment(visible.trim())) {
    if (Buffer.byteLength(kept + segment) > maxBytes) break
    kept += segment
  }
  // Windows leaves dots and spaces at an end out.
  return kept.replaceAll(/^[. ]+|[. ]+$/g, '')
}
