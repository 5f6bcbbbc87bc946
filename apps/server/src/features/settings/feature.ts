import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { searchSettings } from './settings.ts'
import { SettingChanges } from './setting-changes.ts'

export const settingsFeature = defineFeature({
  name: 'settings',
  menuItems: [listItem('setting', { group: 'portal', order: 20, ico: 'setting' })],
  open: () => ({ services: { settingChanges: new SettingChanges() } }),
  routes,
  search: () => searchSettings,
})
