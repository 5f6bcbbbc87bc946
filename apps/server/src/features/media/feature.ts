import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const mediaFeature = defineFeature({
  name: 'media',
  menuItems: [listItem('media', { group: 'portal', order: 40, ico: 'picture' })],
  routes,
})
