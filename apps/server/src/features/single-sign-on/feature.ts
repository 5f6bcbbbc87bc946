import { defineFeature } from '../../feature.ts'
import { Providers } from './providers.ts'
import { jobs, routes } from './routes.ts'

export const singleSignOnFeature = defineFeature({
  name: 'single-sign-on',
  open: ({ config, publicUrl }) => ({
    services: { providers: new Providers(config.oidcProviders, publicUrl) },
  }),
  routes,
  jobs,
})
