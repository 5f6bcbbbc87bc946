import { missingSettingProblem, sourceSettingProblem } from '@callboard/contract/source-setting-problem'
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

/** The secrets of a source when some of them were given; null takes one away. Throws `unknownField` and `invalid`. */
export function mergeSecrets(
  adapter: SourceAdapter,
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const known = new Map(
    adapter.settings.flatMap((setting) => (setting.type === 'secret' ? [[setting.name, setting]] : [])),
  )
  for (const [name, value] of Object.entries(given)) {
    const setting = known.get(name)
    if (setting === undefined) throw unknown(adapter, `secrets.${name}`)
    if (value !== null && value !== '') checked(setting, value)
  }
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
  const problem = sourceSettingProblem(setting, value)
  if (problem === undefined) return typeof value === 'string' ? value.trim() : value
  throw new AppError('invalid', problem, { field: fieldOf(setting) })
}

function fieldOf({ name, type }: SourceSetting): string {
  return `${type === 'secret' ? 'secrets' : 'settings'}.${name}`
}

/** Throws `invalid` under a setting that is missing although another one that is given needs it. */
export function requireComplete(
  adapter: SourceAdapter,
  { settings, secrets }: { settings: Values; secrets: Readonly<Record<string, string>> },
): void {
  const given = { ...settings, ...secrets }
  const isGiven = (name: string | undefined) => name !== undefined && given[name] !== undefined
  const all = settingsOf(adapter)
  const missing = all.find(({ name, requiredWith }) => isGiven(requiredWith) && !isGiven(name))
  if (missing === undefined) return
  throw new AppError('invalid', missingSettingProblem(missing, all), { field: fieldOf(missing) })
}
