import { apiKeyEndpoints } from '@callboard/contract/api-keys'
import { defineFeature } from '../../feature.ts'
import { crud } from '../../http/crud.ts'
import { apiKeyRules } from './api-keys.ts'
import { validKeyCount } from './store.ts'

export const apiKeysFeature = defineFeature({
  name: 'api-keys',
  overview: () => ({ apiKeys: validKeyCount }),
  routes: (routing) => crud(routing, apiKeyEndpoints, { access: 'admin', rules: apiKeyRules }),
})
