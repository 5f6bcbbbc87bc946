import { defineFeature } from '../../feature.ts'
import { authFeature } from '../auth/feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { routes } from './routes.ts'

export const usersFeature = defineFeature({
  name: 'users',
  needs: () => [authFeature, emailTemplatesFeature],
  routes,
})
