import type { SourceSetting, SourceSettingValue } from '@callboard/contract/sources'
import { AppError } from '../../lib/app-error.ts'
import type { SourceAdapter } from './adapter.ts'

/** Of every source whose calls come in files. */
const folderSetting: SourceSetting = {
  name: 'folder',
  type: 'text',
  label: 'Watched folder',
  description:
    'Files that are put into this folder of the machine of the portal are imported, and moved to done or failed in it. A folder that the operator of the portal allows.',
  placeholder: '/srv/calls/front-desk',
  way: 'file',
}

/** What sources of a kind are asked for. */
export function settingsOf({ settings, file }: SourceAdapter): SourceSetting[] {
  return file === undefined ? [...settings] : [...settings, folderSetting]
}

type Values = Readonly<Record<string, SourceSettingValue>>

/** The settings of a source as they are stored. Throws `unknownField` and `invalid` under the field that is wrong. */
export function checkSettings(adapter: SourceAdapter, given: Values): Record<string, SourceSettingValue> {
  const plain = settingsOf(adapter).filter(({ type }) => type !== 'secret')
  for (const name of Object.keys(given))
    if (!plain.some((setting) => setting.name === name)) throw unknown(adapter, `settings.${name}`)
  return Object.fromEntries(
    plain.flatMap((setting) => {
      const value = given[setting.name]
      return value === undefined || value === '' ? [] : [[setting.name, checked(setting, value)]]
    }),
  )
}

/** The secrets of a source when some of them were given; null takes one away. Throws `unknownField`. */
export function mergeSecrets(
  adapter: SourceAdapter,
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const known = new Set(adapter.settings.flatMap(({ name, type }) => (type === 'secret' ? [name] : [])))
  for (const name of Object.keys(given)) if (!known.has(name)) throw unknown(adapter, `secrets.${name}`)
  return Object.fromEntries(
    Object.entries({ ...before, ...given }).flatMap(([name, value]) =>
      value === null || value === '' || !known.has(name) ? [] : [[name, value]],
    ),
  )
}

function unknown({ label }: SourceAdapter, field: string): AppError {
  return new AppError('unknownField', `Sources of ${label} have no such setting.`, { field })
}

function checked(setting: SourceSetting, value: SourceSettingValue): SourceSettingValue {
  const problem = problemOf(setting, value)
  if (problem === undefined) return typeof value === 'string' ? value.trim() : value
  throw new AppError('invalid', `${setting.label} ${problem}.`, { field: `settings.${setting.name}` })
}

function problemOf({ type, choices = [], min, max }: SourceSetting, value: SourceSettingValue) {
  switch (type) {
    case 'number': {
      if (typeof value !== 'number') return 'must be a number'
      if (min !== undefined && value < min) return `must be at least ${min}`
      return max !== undefined && value > max ? `must be at most ${max}` : undefined
    }
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'must be on or off'
    case 'words':
      return Array.isArray(value) ? undefined : 'must be a list of words'
    case 'choice':
      return choices.some((choice) => choice.value === value)
        ? undefined
        : `must be one of ${choices.map(({ label }) => label).join(', ')}`
    case 'text':
    case 'longText':
    case 'secret':
      return typeof value === 'string' ? undefined : 'must be a text'
  }
}
