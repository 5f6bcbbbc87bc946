import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const menusFeature = defineFeature({ name: 'menus', routes })
