import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { searchMenus } from './menus.ts'
import { routes } from './routes.ts'

export const menusFeature = defineFeature({
  name: 'menus',
  menuItems: [listItem('menu', { group: 'portal', order: 10, ico: 'menu' })],
  routes,
  search: searchMenus,
})
