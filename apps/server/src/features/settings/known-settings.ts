import { createHash } from 'node:crypto'
import type { Setting } from '@callboard/contract/settings'
import { declaredSettings, type SettingKey } from '../../db/declared-settings.ts'
import type { DeclaredSetting } from '../../db/setting-declaration.ts'
import { Settings } from '../../db/settings.ts'

const defaults: Partial<Record<SettingKey, Setting['default']>> = Settings.parse({})

/** A setting without its current value. */
export interface KnownSetting extends Omit<DeclaredSetting, 'newValue'> {
  id: string
  key: SettingKey
  default: Setting['default']
}

/** A GUID that is derived from the key, as the table derives it. */
function idOfKey(key: string): string {
  const hex = createHash('md5').update(`setting:${key}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function known(key: SettingKey): KnownSetting {
  const { newValue, ...declared }: DeclaredSetting = declaredSettings[key]
  const { schema } = declared
  return { ...declared, id: idOfKey(key), key, default: defaults[key] ?? null, schema: newValue ?? schema }
}

function isKey(key: string): key is SettingKey {
  return key in declaredSettings
}

export const knownSettings: readonly KnownSetting[] = Object.keys(declaredSettings).filter(isKey).map(known)

export function findKnownSetting(idOrKey: string): KnownSetting | undefined {
  return knownSettings.find(({ id, key }) => id === idOrKey || key === idOrKey)
}
