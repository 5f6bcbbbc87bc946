import { entityTypes } from '@callboard/contract/claims'
import { callStatuses, directions } from '@callboard/contract/fields'
import { z } from 'zod'

/** A new or changed call that can be read now, with what decides who may see it. */
export const ArrivedCall = z.object({
  id: z.string(),
  customerId: z.string(),
  /** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as ClickHouse writes it. */
  startedAt: z.string(),
  direction: z.enum(directions),
  status: z.enum(callStatuses),
  codes: z.record(z.enum(entityTypes), z.string()),
})
export type ArrivedCall = z.infer<typeof ArrivedCall>
