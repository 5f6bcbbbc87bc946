import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { singleSignOnFeature } from '../single-sign-on/feature.ts'
import { usersFeature } from '../users/feature.ts'
import { jobs, routes } from './routes.ts'

export const authFeature = defineFeature({
  name: 'auth',
  needs: () => [emailTemplatesFeature, singleSignOnFeature, usersFeature],
  routes,
  jobs,
})
