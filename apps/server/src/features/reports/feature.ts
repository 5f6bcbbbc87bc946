import { recordSearch } from '../../access/record-search.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { LastRuns } from './last-runs.ts'
import { routes } from './routes.ts'
import { reportCount, searched } from './store.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  needs: () => [ingestFeature],
  open({ db, log }) {
    const lastRuns = new LastRuns({ db, log })
    return { services: { lastRuns }, running: [lastRuns] }
  },
  routes,
  search: ({ db }) => recordSearch(db, 'report', { ...searched, page: '/reports', isActiveOnly: true }),
  overview: () => ({ reports: reportCount }),
})
