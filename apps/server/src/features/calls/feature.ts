import { formatFilter } from '@callboard/contract/filter-text'
import { measures } from '@callboard/contract/measures'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'
import { searchCalls } from './search-calls.ts'

const missedFilters = measures.missedNotReturned.filters.map((filter) => `filter=${formatFilter(filter)}`)

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
    {
      group: 'main',
      order: 30,
      key: 'missed-not-returned',
      label: 'Missed, not returned',
      tooltip: 'Missed calls that nobody has returned yet',
      ico: 'clock-circle',
      url: `/reports/calldetails?${missedFilters.join('&')}`,
      claim: 'reporting.call.details',
    },
  ],
  needs: () => [ingestFeature],
  routes,
  search: searchCalls,
})
