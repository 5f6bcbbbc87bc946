import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { searchSettings } from './settings.ts'
import { SettingChanges } from './setting-changes.ts'

export const settingsFeature = defineFeature({
  name: 'settings',
  open: () => ({ services: { settingChanges: new SettingChanges() } }),
  routes,
  search: () => searchSettings,
})
