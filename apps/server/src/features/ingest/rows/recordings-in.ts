import type { IngestAnswer } from '@callboard/contract/calls'
import { z } from 'zod'
import { callId } from '../../../db/call-id.ts'
import type { SentRow } from './read-rows.ts'

interface RecordingAtSource {
  callId: string
  customerId: string
  startedAt: string
  url: string
}

const Recorded = z.object({
  externalCallId: z.string(),
  sourceSystem: z.string().optional(),
  startedAt: z.string(),
  recordingUrl: z.string().min(1),
})

/** The addresses of recordings of the calls that were kept. A call that is sent again may name another one. */
export function recordingsIn(
  rows: readonly SentRow[],
  { rejected }: IngestAnswer,
  { customerId, source }: { customerId: string; source: string },
): RecordingAtSource[] {
  const isRejected = new Set(rejected.map(({ line }) => line))
  return rows.flatMap(({ line, value }) => {
    if (typeof value !== 'object' || value === null || !('recordingUrl' in value) || isRejected.has(line))
      return []
    const { data } = Recorded.safeParse(value)
    if (data === undefined) return []
    const { sourceSystem = source, externalCallId, recordingUrl: url } = data
    const startedAt = new Date(data.startedAt).toISOString()
    return [{ callId: callId(customerId, sourceSystem, externalCallId), customerId, startedAt, url }]
  })
}
