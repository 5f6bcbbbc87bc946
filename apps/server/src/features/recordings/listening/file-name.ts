import { formatPhone } from '@callboard/contract/format-phone'
import { z } from 'zod'
import { Scope } from '../../../access/rows/scope.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import { orNotFound } from '../../../lib/app-error.ts'
import { safeFileNamePart } from '../../../lib/files/safe-file-name.ts'
import { findCall } from '../../../report-engine/details/details.ts'
import { listCustomerNames } from '../../customers/customers.ts'
import { listEntityNames } from '../../entities/entities.ts'
import type { RecordingRow } from '../keeping/store.ts'

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
export async function getCallOfFile(reading: CallerReading, callId: string): Promise<CallOfFile> {
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
  reading: CallerReading,
  recording: Pick<RecordingRow, 'call_id' | 'redaction_status'>,
  version: { redacted: boolean },
): Promise<string> {
  return fileNameOfCall(await getCallOfFile(reading, recording.call_id), {
    hasRedactions: differsFromOriginal(recording, version),
    timeZone: reading.caller.timeZone,
  })
}

/** Three of them, with all else, stay under the 255 bytes that file systems take. */
const maxBytes = 60

/** Says that it is redacted only where something was, else the same as of the original. */
export function fileNameOfCall(
  { startedAt, contact, customer, location }: CallOfFile,
  { hasRedactions, timeZone }: { hasRedactions: boolean; timeZone: string },
): string {
  const at = Temporal.Instant.from(startedAt).toZonedDateTimeISO(timeZone)
  const time = at.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '.')
  const safe = (text: string) => safeFileNamePart(text, maxBytes)
  const names = [safe(contact) || 'withheld', safe(customer), safe(location ?? '')]
  const named = names.filter((part) => part !== '').join(', ')
  return `${at.toPlainDate().toString()} ${time} ${named}${hasRedactions ? ' (redacted)' : ''}`
}
