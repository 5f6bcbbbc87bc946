import { recordSearch } from '../../access/record-search.ts'
import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { searched } from './store.ts'

export const savedReportsFeature = defineFeature({
  name: 'saved-reports',
  routes,
  search: ({ db }) => recordSearch(db, 'savedReport', { ...searched, page: '/reports/saved' }),
})
