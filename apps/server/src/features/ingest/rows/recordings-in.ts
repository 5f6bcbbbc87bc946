import { z } from 'zod'
import { InstantValue } from '../../../db/calls/row-values.ts'
import type { Kept } from './accept-rows.ts'

interface RecordingAtSource {
  callId: string
  customerId: string
  startedAt: string
  url: string
}

const Recorded = z.object({ recordingUrl: z.string().min(1) })

/** The addresses of recordings of the calls that were kept. A call that is sent again may name another one. */
export function recordingsIn(kept: readonly Kept[]): RecordingAtSource[] {
  return kept.flatMap(({ row: { value }, call: { id, customerId, startedAt } }) => {
    if (typeof value !== 'object' || value === null || !('recordingUrl' in value)) return []
    const { data } = Recorded.safeParse(value)
    if (data === undefined) return []
    return [{ callId: id, customerId, startedAt: InstantValue.parse(startedAt), url: data.recordingUrl }]
  })
}
