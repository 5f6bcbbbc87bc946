import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TimeZone } from './scalars.ts'

/** The system settings object: public values only; the version is for signed-in users. */
export const SystemSettings = z.strictObject({
  version: z.string().optional(),
  productName: z.string(),
  logoUrl: z.string().nullable(),
  defaultTimeZone: TimeZone,
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: z.int().min(1).max(7),
})
export type SystemSettings = z.infer<typeof SystemSettings>

export const getSystemSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The system settings object.',
  response: SystemSettings,
  effect: 'read',
})
