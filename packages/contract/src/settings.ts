import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, TimeZone } from './scalars.ts'

/** The system settings object: public values only; the version is for signed-in users. */
export const SystemSettings = z.strictObject({
  version: z.string().optional(),
  productName: z.string(),
  logoUrl: z.string().nullable(),
  defaultTimeZone: TimeZone,
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: z.int().min(1).max(7),
  /** Exports with more rows than this go on in the background. */
  backgroundExportRows: z.int(),
})
export type SystemSettings = z.infer<typeof SystemSettings>

export const getSystemSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The system settings object.',
  response: SystemSettings,
})

/** Types of settings that are numbers, and of what. */
export const amountUnits = {
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  rows: 'rows',
  recordings: 'recordings',
  mails: 'emails',
  connections: 'connections',
  megabytes: 'megabytes',
} as const

type AmountType = keyof typeof amountUnits

export function isAmount(type: string): type is AmountType {
  return Object.hasOwn(amountUnits, type)
}

/** How a setting is entered; `image` is the address of an image of the library. */
const settingTypes = [
  'text',
  'image',
  'timeZone',
  'weekDay',
  'choice',
  ...Object.keys(amountUnits).filter(isAmount),
  'secret',
] as const

export const settingGroups = [
  'Portal',
  'Times',
  'Sign-in',
  'Calls',
  'Recordings',
  'Retention',
  'Reports',
  'Mail',
  'Backups',
] as const

const SettingValue = z.union([z.string(), z.number(), z.boolean()])

/** A setting, whether it was changed or has its default. */
export const Setting = z.strictObject({
  /** Derived from the key, so the same in every portal. */
  id: Guid,
  key: z.string(),
  type: z.enum(settingTypes),
  group: z.enum(settingGroups),
  label: z.string(),
  description: z.string(),
  /** Null when there is none, and always for a secret. */
  value: SettingValue.nullable(),
  /** The value while nobody has changed it. */
  default: SettingValue.nullable(),
  /** Of a `choice`. */
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
  /** Of no use unless another setting has one of these values. */
  only: z.strictObject({ key: z.string(), values: z.array(z.string()) }).optional(),
  /** Of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
  isSecret: z.boolean(),
  isDefault: z.boolean(),
  /** 0 while it has its default. */
  revision: z.int(),
})
export type Setting = z.infer<typeof Setting>

const SettingId = z.strictObject({ id: idOf('setting') })

const AnyValue = withExample(SettingValue.nullable(), 7)

export const searchSettings = endpoint({
  method: 'POST',
  path: '/api/settings/search',
  summary: 'All settings by keyword, changed or not.',
  body: searchBodyOf(['group', 'key'], {}),
  response: pageOf(Setting),
  effect: 'read',
})

export const createSetting = endpoint({
  method: 'POST',
  path: '/api/settings',
  summary: 'Changes a setting that has its default.',
  body: z.strictObject({ key: withExample(z.string().max(100), 'weekStartsOn'), value: AnyValue }),
  response: Setting,
  status: 201,
  calledBy: 'programs',
})

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/api/settings/{id}',
  summary: 'Changes a setting, with immediate effect.',
  params: SettingId,
  body: z.strictObject({ value: AnyValue.optional(), revision: z.int().optional() }),
  response: Setting,
  calledBy: 'programs',
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  summary:
    'Changes several settings at once or puts them back to their defaults, all of them or none, with immediate effect.',
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          ...SettingId.shape,
          value: AnyValue.optional(),
          isDefault: z.literal(true).optional().describe('Puts it back to its default; without a value.'),
          revision: z.int().optional(),
        }),
      )
      .min(1)
      .max(200),
  }),
  response: z.strictObject({ items: z.array(Setting) }),
})

export const deleteSetting = endpoint({
  method: 'DELETE',
  path: '/api/settings/{id}',
  summary: 'Puts a setting back to its default.',
  params: SettingId,
  calledBy: 'programs',
})
