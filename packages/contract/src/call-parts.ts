import { z } from 'zod'
import { redactionStatuses } from './fields.ts'
import { Guid, Instant } from './scalars.ts'

export const Seconds = z.int().min(0).max(10_000_000)

export const RouteStep = z.strictObject({
  at: Instant,
  /** What happened: `received`, `rule`, `rang`, `answered`, `transferred`, `ended`, … */
  step: z.string().max(64),
  detail: z.string().max(500),
  /** Of a transfer: who or what passed the call on, and to whom. */
  from: z.string().max(120).optional(),
  to: z.string().max(120).optional(),
})
export type RouteStep = z.infer<typeof RouteStep>

/** As the list of its call says: the portal's own, and what the source says of its own. */
export const CallRecording = z.strictObject({
  id: Guid,
  status: z.string().max(32),
  duration: Seconds.nullable(),
  channels: z.int().min(1).max(8).nullable(),
  redactionStatus: z.enum(redactionStatuses),
})
export type CallRecording = z.infer<typeof CallRecording>
