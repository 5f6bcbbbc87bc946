import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'

export const callBacksFeature = defineFeature({
  name: 'call-backs',
  menuItems: [
    {
      group: 'reporting',
      order: 5,
      key: 'call-back',
      label: 'Call Back',
      tooltip: 'Callers who were missed and still wait for a call back',
      ico: 'phone',
      url: '/reports/callback',
      claim: 'reporting.call.details',
    },
  ],
  needs: () => [ingestFeature],
  routes,
})
