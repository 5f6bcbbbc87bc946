import { z } from 'zod'
import { callStatuses } from './fields.ts'
import { Day, Instant } from './scalars.ts'

/** How calls of a source reach the portal, beside what programs send to `/api/calls`. */
export const sourceWays = ['file', 'webhook', 'fetch'] as const
export type SourceWay = (typeof sourceWays)[number]

/** How a setting of a source is entered. */
export const sourceSettingTypes = [
  'text',
  'longText',
  'number',
  'switch',
  'choice',
  /** Several words, such as the contexts of a dial plan. */
  'words',
  /** Never answered; only whether it is set. */
  'secret',
] as const

/** A setting that sources of a kind have: what the form asks for. */
export const SourceSetting = z.strictObject({
  name: z.string(),
  type: z.enum(sourceSettingTypes),
  label: z.string(),
  /** In a sentence: what it is, and where it stands in the other system. */
  description: z.string(),
  isRequired: z.boolean().optional(),
  /** Of a `choice`. */
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
  /** Of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** While nothing was entered. */
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  placeholder: z.string().optional(),
  /** Which way needs it: it is asked for where that is used. */
  way: z.enum(sourceWays).optional(),
})
export type SourceSetting = z.infer<typeof SourceSetting>

export const SourceSettingValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(1000),
])
export type SourceSettingValue = z.infer<typeof SourceSettingValue>

/** A word of the system's own for the outcome of a call, and what it means. */
export const StatusWord = z.strictObject({
  word: z.string().trim().min(1).max(100),
  status: z.enum(callStatuses),
})
export type StatusWord = z.infer<typeof StatusWord>

/** What a source brought on a day, in the portal's time zone. */
export const SourceDay = z.strictObject({
  day: Day,
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
})
export type SourceDay = z.infer<typeof SourceDay>

export const SourceProblem = z.strictObject({ at: Instant, message: z.string() })
export type SourceProblem = z.infer<typeof SourceProblem>
