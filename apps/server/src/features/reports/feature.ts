import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { LastRuns } from './saved/last-runs.ts'
import { routes } from './routes.ts'
import { reportCount, searched } from './library/store.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  menuItems: [
    {
      group: 'reporting',
      order: 10,
      key: 'reports',
      label: 'Reports',
      tooltip: 'All reports you may run',
      ico: 'bar-chart',
      url: '/reports',
      claim: 'reporting.view',
    },
    {
      group: 'reporting',
      order: 20,
      key: 'favourites',
      label: 'Favorites',
      tooltip: 'Reports that you marked with a star',
      ico: 'star',
      url: '/reports?show=favourites',
      claim: 'reporting.view',
    },
    {
      group: 'reporting',
      order: 30,
      key: 'callers',
      label: 'Callers',
      tooltip: 'Who called, how often, and when last',
      ico: 'team',
      url: '/reports/callers',
      claim: 'reporting.call.details',
    },
    // Below the item `reports` are the links to one's own.
    listItem('report', { group: 'report-library', order: 10, ico: 'bar-chart', key: 'manage-reports' }),
  ],
  needs: () => [ingestFeature],
  open({ db, log }) {
    const lastRuns = new LastRuns({ db, log })
    return { services: { lastRuns }, running: [lastRuns] }
  },
  routes,
  search: ({ db }) => recordSearch(db, 'report', { ...searched, page: '/reports', isActiveOnly: true }),
  overview: () => ({ reports: reportCount }),
})
