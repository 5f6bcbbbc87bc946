import { z } from 'zod'
import { dayParts } from './day-parts.ts'
import { Day } from './scalars.ts'

/** What a bucket of time is shown by when one looks into it. */
const finerGrains = { year: 'month', quarter: 'month', month: 'day', week: 'day', day: 'hour' } as const
const coarseGrains = ['year', 'quarter', 'month', 'week', 'day'] as const

/**
 * Into one value of a dimension, which is then shown by its parts: a bucket of time by smaller ones, a state by its counties, a
 * weekday or an hour of the day by the days of the period, a part of the day by its hours.
 */
export const ReportStep = z.union([
  z.strictObject({
    field: z.literal('time'),
    grain: z.enum(coarseGrains),
    /** First day of the bucket. */
    value: Day,
  }),
  z.strictObject({
    field: z.literal('state'),
    /** Null for calls without a state. */
    value: z.string().max(64).nullable(),
  }),
  z.strictObject({
    field: z.literal('dayOfWeek'),
    /** 1 Monday to 7 Sunday. */
    value: z.int().min(1).max(7),
  }),
  z.strictObject({ field: z.literal('hourOfDay'), value: z.int().min(0).max(23) }),
  z.strictObject({
    field: z.literal('dayPart'),
    /** The hour with which it begins. */
    value: z.literal(dayParts),
  }),
])
export type ReportStep = z.infer<typeof ReportStep>

/** The most steps into a report, one into another. */
export const reportStepLimit = 6

/** The dimension that a step shows in place of its own. */
export function finerDimension(step: ReportStep) {
  switch (step.field) {
    case 'time':
      return { field: 'time', grain: finerGrains[step.grain] } as const
    case 'state':
      return { field: 'county' } as const
    case 'dayOfWeek':
    case 'hourOfDay':
      return { field: 'time', grain: 'day' } as const
    case 'dayPart':
      return { field: 'hourOfDay' } as const
  }
}

/** The step into a cell of a column; undefined where there is none. */
export function findStep(
  { name, role, grain }: { name: string; role: string; grain?: string | undefined },
  value: unknown,
): ReportStep | undefined {
  if (role !== 'dimension') return undefined
  return ReportStep.safeParse(name === 'time' ? { field: name, grain, value } : { field: name, value }).data
}
