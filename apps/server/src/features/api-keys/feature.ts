import { apiKeyEndpoints } from '@callboard/contract/api-keys'
import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { crud } from '../../http/crud.ts'
import { apiKeyRules } from './api-keys.ts'
import { validKeyCount } from './store.ts'

export const apiKeysFeature = defineFeature({
  name: 'api-keys',
  menuItems: [listItem('apiKey', { group: 'portal', order: 50, ico: 'key' })],
  overview: () => ({ apiKeys: validKeyCount }),
  routes: (routing) => crud(routing, apiKeyEndpoints, { access: 'admin', rules: apiKeyRules }),
})
