import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'
import { searchCalls } from './search-calls.ts'

export const callsFeature = defineFeature({
  name: 'calls',
  menuItems: [
    {
      group: 'main',
      order: 20,
      key: 'call-details',
      label: 'Call Details',
      tooltip: 'Every call, with filters',
      ico: 'phone',
      url: '/reports/calldetails',
      claim: 'reporting.call.details',
    },
  ],
  needs: () => [ingestFeature],
  routes,
  search: searchCalls,
})
