import type { Setting } from '@callboard/contract/settings'
import { z } from 'zod'

export interface DeclaredSetting extends Pick<
  Setting,
  'type' | 'group' | 'label' | 'description' | 'choices' | 'only'
> {
  /** Of its value; with its default, unless it is a secret. */
  schema: z.ZodType<Setting['value']>
  /** Of a new value, where that has to be more than can be read. */
  newValue?: z.ZodType<Setting['value']>
  /** The key of another number, which this one does not exceed. */
  atMost?: string
}

/** Hosts separated by spaces, with and without a port. */
export const hostNames = z
  .string()
  .trim()
  .max(4000)
  .regex(
    /^((http:\/\/)?(\*\.)?[a-zA-Z\d-]+(\.[a-zA-Z\d-]+)*(:\d{1,5})?(\s+|$))+$/,
    'must be hosts such as api.example.com or *.example.com, separated by spaces',
  )

/** In hours. */
export const day = 24

/** A number of hours, with sentences for those that it cannot be. */
export function hours(min: number, max: number) {
  return z
    .number(`must be a number of hours`)
    .min(min, `must be at least ${min} hours`)
    .max(max, `must be at most ${max} hours`)
}

/** The same for whole numbers of anything. */
export function whole(unit: string, min: number, max: number) {
  const one = unit.replace(/ies$/, 'y').replace(/s$/, '')
  const atLeast = min === 1 ? `1 ${one}` : `${min} ${unit}`
  return z
    .int(`must be a whole number of ${unit}`)
    .min(min, `must be at least ${atLeast}`)
    .max(max, `must be at most ${max} ${unit}`)
}
