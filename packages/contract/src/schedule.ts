import { z } from 'zod'
import { TimeZone } from './scalars.ts'

export const scheduleFrequencies = ['daily', 'weekly', 'monthly', 'cron'] as const

/** When a subscription is due, in local time of its zone. */
export const Schedule = z.strictObject({
  frequency: z.enum(scheduleFrequencies),
  /** `HH:mm`; of all but cron. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 08:00')
    .optional(),
  timeZone: TimeZone,
  /** Of weekly: 1 Monday to 7 Sunday. */
  daysOfWeek: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
  /** Of monthly; in a shorter month its last day. */
  dayOfMonth: z.int().min(1).max(31).optional(),
  /** Of cron: minute, hour, day of month, month, day of week. */
  cron: z.string().trim().max(100).optional(),
})
export type Schedule = z.infer<typeof Schedule>
