import { defineFeature } from '../../feature.ts'
import { searchMenus } from './menus.ts'
import { routes } from './routes.ts'

export const menusFeature = defineFeature({ name: 'menus', routes, search: searchMenus })
