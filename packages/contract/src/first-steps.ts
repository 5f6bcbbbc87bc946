import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { callStatuses } from './fields.ts'
import { Guid, Instant } from './scalars.ts'

/** What a portal has on the way to its first call. */
export const FirstSteps = z.strictObject({
  hasCustomer: z.boolean(),
  /** The source that was added last. */
  sourceId: Guid.nullable(),
  /** One of its calls, once there is any. */
  call: z
    .strictObject({ id: Guid, customerName: z.string(), startedAt: Instant, status: z.enum(callStatuses) })
    .nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/source/firststeps',
  summary: 'How far a new portal is on the way to its first call; for admins.',
  response: FirstSteps,
})
